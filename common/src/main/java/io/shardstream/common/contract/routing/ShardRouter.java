package io.shardstream.common.contract.routing;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Elasticsearch's function from routing value and id to shard, as `IndexRouting` computes it for
/// indices that route by `_routing` or `_id` (not for time series).
///
/// A wrong answer would cost a network hop, never correctness: order comes from the version word.
public final class ShardRouter {
    private final ShardRouting index;
    private final int routingFactor;

    public ShardRouter(ShardRouting index) {
        this.index = index;
        this.routingFactor = index.routingNumShards() / index.shards();
    }

    /// The shard, 0 to shards - 1, that holds the document.
    ///
    /// @param routing the document's `_routing`, or null where it has none
    public int shardOf(String id, @Nullable String routing) {
        int hash = Murmur3.hash(routing == null ? id : routing);
        // Without a routing value there is nothing to spread: such an index refuses the document anyway.
        if (routing != null && index.partitionSize() > 1) {
            hash += Math.floorMod(Murmur3.hash(id), index.partitionSize());
        }
        return shardOf(hash);
    }

    /// All shards that hold documents with this routing value: one, or up to `routing_partition_size` of them.
    public Set<Integer> shardsOf(String routing) {
        Set<Integer> shards = new TreeSet<>();
        int hash = Murmur3.hash(routing);
        for (int offset = 0; offset < index.partitionSize(); offset++) {
            shards.add(shardOf(hash + offset));
        }
        return shards;
    }

    private int shardOf(int hash) {
        return switch (index.function()) {
            case RANGES -> Math.floorMod(hash, index.routingNumShards()) / routingFactor;
            case MODULO -> Math.floorMod(hash, index.shards());
        };
    }
}
