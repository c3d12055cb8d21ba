package io.shardstream.reader.shard;

import java.time.Duration;
import java.time.Instant;

/// When rounds of reading begin: about once in `source.refresh-interval`, and at the same moments for all shards of a
/// process.
///
/// A round refreshes the index, which takes two requests that name no shard. Shards that ask at one moment
/// share them, so that a source in production is asked for a few refreshes a round and not for a few per
/// shard. A write waits for the next round, for Kafka and for the target's own refresh.
///
/// Between the beginnings of two rounds lies half of the interval at least, and one and a half of it at most.
final class RoundTimes {
    /// Short enough that a round is not kept from the next moment: every delay of it adds to the block.
    private static final Duration UNDER_BLOCK = Duration.ofMillis(500);

    private RoundTimes() {}

    /// The time between two moments while clients wait for the end of a cut-over.
    ///
    /// @param every that at other times
    static Duration underBlock(Duration every) {
        return every.compareTo(UNDER_BLOCK) > 0 ? UNDER_BLOCK : every;
    }

    /// The next such moment. Where they are more than half a second apart it is the first that is later by more than
    /// half of that: a round that came a little late is followed in time, and one that began between two moments is
    /// not followed at once.
    ///
    /// @param begun when the last round began
    /// @param every the time between two moments
    static Instant after(Instant begun, Duration every) {
        long millis = every.toMillis();
        long earliest = begun.toEpochMilli() + (every.compareTo(UNDER_BLOCK) > 0 ? millis / 2 : 0);
        return Instant.ofEpochMilli((Math.floorDiv(earliest, millis) + 1) * millis);
    }
}
