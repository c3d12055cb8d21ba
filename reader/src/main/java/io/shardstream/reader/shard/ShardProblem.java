package io.shardstream.reader.shard;

import io.shardstream.common.log.About;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// What is the matter with one shard, told once and then every five minutes, not at every try.
final class ShardProblem {
    private static final Duration AGAIN = Duration.ofMinutes(5);

    private final Logger log;
    private final String what;
    private final Supplier<About> about;
    private final InstantSource clock;
    private @Nullable String told;
    private Instant toldAt = Instant.MIN;

    /// @param what the shard, in words
    /// @param about the same for machines, as it is known when something is told
    ShardProblem(Logger log, String what, Supplier<About> about, InstantSource clock) {
        this.log = log;
        this.what = what;
        this.about = about;
        this.clock = clock;
    }

    void is(String sentence) {
        Instant now = clock.instant();
        if (!sentence.equals(told) || !now.isBefore(toldAt.plus(AGAIN))) {
            about.get().in(log.atWarn()).log("{}: {}", what, sentence);
            told = sentence;
            toldAt = now;
        }
    }

    void isOver() {
        if (told != null) {
            about.get().in(log.atInfo()).log("{}: reading goes on", what);
            told = null;
        }
    }
}
