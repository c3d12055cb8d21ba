package io.shardstream.reader.shard;

import java.time.Duration;
import java.time.Instant;

/// When rounds of reading begin: twice a second, and at the same moments for all shards of a process.
///
/// A round refreshes the index, which takes two requests that name no shard. Shards that ask at one moment
/// share them, so that a source in production is asked for a few refreshes a round and not for a few per
/// shard. Twice a second, because a write waits for the next round, for Kafka and for the target's own
/// refresh, and is to be seen there within two seconds.
final class RoundTimes {
    static final Duration EVERY = Duration.ofMillis(500);

    private RoundTimes() {}

    /// The first such moment that is later.
    static Instant after(Instant now) {
        long millis = EVERY.toMillis();
        return Instant.ofEpochMilli((Math.floorDiv(now.toEpochMilli(), millis) + 1) * millis);
    }
}
