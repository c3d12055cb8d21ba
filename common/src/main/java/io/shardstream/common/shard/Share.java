package io.shardstream.common.shard;

import io.shardstream.common.contract.routing.ShardRouting;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How much of an index this process works with. Some requests reach all shards of the index, whoever sends
/// them. One process that has all shards may send such a request for them together. Of 48 readers that have a
/// few shards each, every one would have the whole index do what it needs of its own shards alone.
final class Share {
    /// A shard that was not asked about for so long is no longer this process's.
    private static final long RECENT_NANOS = Duration.ofMinutes(1).toNanos();

    private final boolean all;
    private final LongSupplier nanoTime;
    private final Map<Integer, Long> asked = new ConcurrentHashMap<>();

    private Share(boolean all, LongSupplier nanoTime) {
        this.all = all;
        this.nanoTime = nanoTime;
    }

    /// Of a process that works with all shards, as a sweep does.
    static Share whole(LongSupplier nanoTime) {
        return new Share(true, nanoTime);
    }

    /// Of a process that has some of the shards, and learns which: those that it asks about.
    static Share part(LongSupplier nanoTime) {
        return new Share(false, nanoTime);
    }

    /// This process asks about the shard.
    void note(int shard) {
        if (!all) {
            asked.put(shard, nanoTime.getAsLong());
        }
    }

    /// For how many shards of the index one is asked about here: 1 where all of them are, at most the number
    /// of shards, rounded up.
    ///
    /// @param routing says how many shards the index has; null where that is not known, for which the answer
    ///     is 1
    int oneIn(@Nullable ShardRouting routing) {
        if (all || routing == null) {
            return 1;
        }
        long now = nanoTime.getAsLong();
        asked.values().removeIf(last -> now - last > RECENT_NANOS);
        return Math.ceilDiv(routing.shards(), Math.clamp(asked.size(), 1, routing.shards()));
    }
}
