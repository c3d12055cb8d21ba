package io.shardstream.reader.shard;

import java.time.Duration;
import java.time.Instant;

/// When a copy is asked for its numbers again. Its node goes through all shards that it holds for each
/// answer, so it is asked about once in ten times as long as the last answer took, once in 50 ms at most, and
/// no later than 0.8 s after an answer, however long that took.
///
/// The times are 50 ms and its doubles, and begin at multiples of themselves: readers of several shards on
/// one node then ask at one moment, and share the answer.
final class NumbersPace {
    private static final long LEAST_MILLIS = 50;
    private static final long MOST_MILLIS = 800;
    private static final int TIMES_AS_LONG = 10;

    private Instant asked = Instant.MIN;
    private Instant next = Instant.MIN;

    boolean isDue(Instant now) {
        return !now.isBefore(next);
    }

    /// A question is sent.
    void asked(Instant now) {
        asked = now;
    }

    /// It was answered.
    void told(Instant now) {
        long wait = waitAfter(Duration.between(asked, now));
        next = Instant.ofEpochMilli((now.toEpochMilli() / wait + 1) * wait);
    }

    private static long waitAfter(Duration took) {
        long wait = LEAST_MILLIS;
        while (wait < MOST_MILLIS && wait < TIMES_AS_LONG * took.toMillis()) {
            wait *= 2;
        }
        return wait;
    }
}
