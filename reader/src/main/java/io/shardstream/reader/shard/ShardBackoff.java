package io.shardstream.reader.shard;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before trying again: 0.1 s at first, twice as long each time, 10 s at most, and of
/// that a random half, so that many shards do not come back at one moment.
///
/// @param failures how many times in a row it has failed
record ShardBackoff(int failures) {
    static final ShardBackoff NONE = new ShardBackoff(0);

    private static final long FIRST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 10_000;
    private static final int DOUBLINGS = 7;

    ShardBackoff afterFailure() {
        return new ShardBackoff(failures + 1);
    }

    /// The wait after the last failure.
    Duration wait(RandomGenerator random) {
        int doublings = Math.clamp(failures - 1L, 0, DOUBLINGS);
        long whole = Math.min(LONGEST_MILLIS, FIRST_MILLIS << doublings);
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
