package io.shardstream.common.shard;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.RoutingValues;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The routing values by which the shards of an index are named. Which function the index routes by is in no
/// answer, so the node is asked once where it would look for a value that tells the functions apart.
///
/// One value for either function does not exist for most shards of an index with many: with 64 shards and the
/// servers' default `number_of_routing_shards` 48 of them have none.
final class RefreshRouting {
    /// A user may be refused while a security index is away.
    private static final long UNKNOWN_FOR_NANOS = Duration.ofMinutes(1).toNanos();

    private final String index;
    private final String id;
    private final LongSupplier nanoTime;
    private volatile @Nullable Learnt learnt;

    /// @param id of the document that is asked for
    RefreshRouting(String index, String id, LongSupplier nanoTime) {
        this.index = index;
        this.id = id;
        this.nanoTime = nanoTime;
    }

    /// @param routing as the node told it when this was learnt
    /// @param values empty if the node's answer told no function
    /// @param nanos when it was learnt
    private record Learnt(ShardRouting routing, Optional<RoutingValues> values, long nanos) {}

    /// The routing value that leads to the shard; empty where none is known. May ask the node, and blocks then.
    Optional<String> to(NodeIndex at, int shard) throws ElasticException {
        ShardRouting told = at.routing();
        if (told == null || shard >= told.shards()) {
            return Optional.empty();
        }
        Learnt known = learnt;
        if (known == null || !known.routing().equals(told) || isOutdated(known)) {
            known = new Learnt(
                    told,
                    function(at, told).map(found -> RoutingValues.of(told.with(found), id)),
                    nanoTime.getAsLong());
            learnt = known;
        }
        return known.values().flatMap(values -> values.to(shard));
    }

    private boolean isOutdated(Learnt known) {
        return known.values().isEmpty() && nanoTime.getAsLong() - known.nanos() > UNKNOWN_FOR_NANOS;
    }

    private Optional<RoutingFunction> function(NodeIndex at, ShardRouting told) throws ElasticException {
        ShardRouting ranges = told.with(RoutingFunction.RANGES);
        ShardRouting modulo = told.with(RoutingFunction.MODULO);
        Optional<String> value = RoutingValues.tellingApart(ranges, modulo);
        if (value.isEmpty()) {
            return Optional.of(RoutingFunction.RANGES);
        }
        Reply reply = at.node().send(RoutedShards.call(index, value.get()));
        if (reply.status() != 200) {
            return Optional.empty();
        }
        Set<Integer> found = RoutedShards.of(reply.json());
        if (found.equals(new ShardRouter(ranges).shardsOf(value.get()))) {
            return Optional.of(RoutingFunction.RANGES);
        }
        return found.equals(new ShardRouter(modulo).shardsOf(value.get()))
                ? Optional.of(RoutingFunction.MODULO)
                : Optional.empty();
    }
}
