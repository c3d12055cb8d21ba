package io.shardstream.common.contract.routing;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// For each shard of an index one routing value that leads there, for one document id.
///
/// The search for them is bounded by the number of shards alone: a shard that no value was found for has none.
public final class RoutingValues {
    /// Each value leads to any of n shards with the same probability, so that 64·n values pass over one of
    /// them with a probability of e^-64. A test finds all of them for every shape of up to 1,024 shards.
    private static final int TRIALS_PER_SHARD = 64;

    private final Map<Integer, String> byShard;

    private RoutingValues(Map<Integer, String> byShard) {
        this.byShard = byShard;
    }

    /// Takes about ten values a shard: 10,000 hashes for an index of 1,024 shards.
    public static RoutingValues of(ShardRouting index, String id) {
        ShardRouter router = new ShardRouter(index);
        Map<Integer, String> byShard = new HashMap<>();
        for (int i = 0; byShard.size() < index.shards() && i < index.shards() * TRIALS_PER_SHARD; i++) {
            String value = Integer.toString(i);
            byShard.putIfAbsent(router.shardOf(id, value), value);
        }
        return new RoutingValues(byShard);
    }

    /// A value with which the two assumptions about one index put a document into different shards; empty if
    /// they agree about all values that were tried, as they do where `routing_num_shards` is the number of
    /// shards.
    public static Optional<String> tellingApart(ShardRouting one, ShardRouting other) {
        ShardRouter first = new ShardRouter(one);
        ShardRouter second = new ShardRouter(other);
        for (int i = 0; i < one.shards() * TRIALS_PER_SHARD; i++) {
            String value = Integer.toString(i);
            if (!first.shardsOf(value).equals(second.shardsOf(value))) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }

    /// @param shard 0 to shards - 1
    public Optional<String> to(int shard) {
        return Optional.ofNullable(byShard.get(shard));
    }
}
