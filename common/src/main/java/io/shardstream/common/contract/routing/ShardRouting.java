package io.shardstream.common.contract.routing;

/// How an index spreads its documents over its shards.
///
/// @param shards `number_of_shards`, 1 to 1024
/// @param routingNumShards `routing_num_shards` of the cluster state, a multiple of `shards`
/// @param partitionSize `index.routing_partition_size`, 1 unless one routing value may reach several shards
/// @param function how a hash becomes a shard
public record ShardRouting(int shards, int routingNumShards, int partitionSize, RoutingFunction function) {
    /// As many as servers give an index unless told otherwise (`es.index.max_number_of_shards`).
    public static final int MOST_SHARDS = 1024;

    public ShardRouting {
        if (shards < 1 || shards > MOST_SHARDS) {
            throw new IllegalArgumentException("shards must be 1 to " + MOST_SHARDS + ", got " + shards);
        }
        if (routingNumShards < shards || routingNumShards % shards != 0) {
            throw new IllegalArgumentException(
                    "routing_num_shards must be a multiple of " + shards + " shards, got " + routingNumShards);
        }
        if (partitionSize < 1) {
            throw new IllegalArgumentException("routing_partition_size must be at least 1, got " + partitionSize);
        }
    }

    /// With ranges, as all indices had them for long.
    public ShardRouting(int shards, int routingNumShards, int partitionSize) {
        this(shards, routingNumShards, partitionSize, RoutingFunction.RANGES);
    }

    /// The same index under another assumption about its function.
    public ShardRouting with(RoutingFunction other) {
        return new ShardRouting(shards, routingNumShards, partitionSize, other);
    }
}
