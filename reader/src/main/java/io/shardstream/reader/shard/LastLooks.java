package io.shardstream.reader.shard;

import io.shardstream.common.loop.BlockedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends a reader of which a shard has another history, once its other shards were looked at too. Where a disk was put
/// back, all shards on it were, and a shard that gets as many numbers again before anybody looks cannot be told any
/// more from one that went on.
public final class LastLooks {
    private static final Logger LOG = LoggerFactory.getLogger(LastLooks.class);

    /// More than a failing shard waits between two tries.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// The loop does not take that long for a step.
    private static final Duration LONGEST_STEP = Duration.ofSeconds(2);

    /// When it was seen first that a shard has another history.
    private @Nullable Instant since;
    /// For how long the others were waited for, and when that was counted last. A process that stood still
    /// meanwhile has not waited.
    private Duration waited = Duration.ZERO;
    private Instant counted = Instant.MIN;

    /// @param shards all that this reader has
    /// @throws BlockedException if one of them has another history, and each of the others has one too or
    ///     was looked at since. Who does not answer is waited for half a minute; what Kafka must know, until
    ///     it does.
    public void end(Collection<ShardReader> shards, Instant now) {
        Optional<BlockedException> blocked = blocked(shards);
        if (blocked.isEmpty()) {
            since = null;
            return;
        }
        Instant begun = begun(now);
        // Each of them is told to look, whatever another one says.
        long unseen = shards.stream()
                .filter(shard -> shard.blocked().isEmpty())
                .filter(shard -> !shard.hasLookedSince(begun))
                .count();
        boolean isOver = unseen == 0 || hasWaited(now);
        if (isOver && shards.stream().allMatch(ShardReader::isLeavingKept)) {
            throw blocked.get();
        }
    }

    private boolean hasWaited(Instant now) {
        Duration more = Duration.between(counted, now);
        waited = waited.plus(more.compareTo(LONGEST_STEP) > 0 ? LONGEST_STEP : more);
        counted = now;
        return waited.compareTo(PATIENCE) >= 0;
    }

    /// Asked in every step of the loop.
    private static Optional<BlockedException> blocked(Collection<ShardReader> shards) {
        for (ShardReader shard : shards) {
            Optional<BlockedException> blocked = shard.blocked();
            if (blocked.isPresent()) {
                return blocked;
            }
        }
        return Optional.empty();
    }

    private Instant begun(Instant now) {
        Instant known = since;
        if (known != null) {
            return known;
        }
        LOG.info(
                "A shard has another history: the reader ends when its other shards were looked at, in {} s at the latest",
                PATIENCE.toSeconds());
        since = now;
        waited = Duration.ZERO;
        counted = now;
        return now;
    }
}
