package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import java.time.Duration;
import java.time.Instant;

/// How often one step has failed, and how long the last try took.
final class FailedTries {
    /// A node that is started again takes minutes, and each try has waited for it by itself.
    private static final int MANY = 6;

    private static final Duration LONG = Duration.ofMinutes(10);

    private int count;
    private Duration took = Duration.ZERO;
    private String last = "";

    void add(Duration time, Exception failure) {
        count++;
        took = time;
        last = failure instanceof ElasticException elastic
                ? elastic.inSentence()
                : String.valueOf(failure.getMessage());
    }

    /// Whether there is no point in another one.
    ///
    /// @param first when the first try began
    boolean areMany(Instant first, Instant now) {
        return count >= MANY && !now.isBefore(first.plus(LONG));
    }

    int count() {
        return count;
    }

    /// Zero before the first failure.
    Duration took() {
        return took;
    }

    /// Why the last one failed, as a part of a sentence.
    String last() {
        return last;
    }
}
