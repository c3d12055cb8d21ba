package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.ServerLine;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Arrays;
import java.util.Optional;

/// Version words order the states of one document as long as one source shard holds them all. With
/// custom routing an id may live in two source shards at once; if both reached one target shard, the
/// shard bits of the word would outrank time. So every target shard must take from one source shard.
public final class RoutingRule {
    private RoutingRule() {}

    /// Whether all documents of a target shard come from one source shard, whatever their routing.
    public static boolean everyTargetShardTakesFromOne(ShardRouting source, ShardRouting target) {
        if (source.shards() == 1) {
            return true;
        }
        return target.shards() % source.shards() == 0
                && source.partitionSize() == target.partitionSize()
                && Arrays.stream(RoutingFunction.values())
                        .filter(function -> canBe(source, function) && canBe(target, function))
                        .anyMatch(function -> switch (function) {
                            case RANGES -> source.routingNumShards() == target.routingNumShards();
                            case MODULO -> true;
                        });
    }

    private static boolean mayBeAlike(ShardRouting source, ShardRouting target) {
        return Arrays.stream(RoutingFunction.values())
                .anyMatch(function -> canBe(source, function) && canBe(target, function));
    }

    /// Where each shard has one range, both functions give the same.
    private static boolean canBe(ShardRouting routing, RoutingFunction function) {
        return routing.function() == function || routing.routingNumShards() == routing.shards();
    }

    /// How a target will route of which nothing is known but its number of shards: it keeps the source's
    /// ranges if that allows it. Which function it has is taken to be the source's.
    public static ShardRouting ofCreated(ShardRouting source, int shards) {
        int ranges = source.routingNumShards() % shards == 0 ? source.routingNumShards() : shards;
        return new ShardRouting(shards, ranges, source.partitionSize(), source.function());
    }

    /// How a target will route that the run creates, by the server that makes it.
    ///
    /// @param wanted what it is made with; its function counts for nothing
    public static ShardRouting ofCreated(ShardRouting source, ShardRouting wanted, Server server) {
        return wanted.with(functionOf(server).orElse(source.function()));
    }

    /// That of the indices that a server makes; empty if it does not say what it is. Index version 9,064,000
    /// (`IndexVersions.MOD_ROUTING_FUNCTION` of Elasticsearch) lies between those of 9.3 and 9.4
    /// (`org/elasticsearch/index/IndexVersions.csv` in its jar).
    static Optional<RoutingFunction> functionOf(Server server) {
        return switch (ServerLine.of(server)) {
            case ELASTICSEARCH_7, ELASTICSEARCH_8, OPENSEARCH -> Optional.of(RoutingFunction.RANGES);
            case ELASTICSEARCH_9 ->
                Optional.of(
                        server.major() > 9 || server.minor() >= 4 ? RoutingFunction.MODULO : RoutingFunction.RANGES);
            case UNKNOWN -> Optional.empty();
        };
    }

    /// Whether documents with a custom routing may be copied.
    ///
    /// @param resized whether the source was made from another index by shrinking, splitting or cloning: one of
    ///     its shards may then hold an id under several routings already
    public static boolean allows(
            ShardRouting source, ShardRouting target, boolean resized, boolean idsUniqueAcrossRoutings) {
        return idsUniqueAcrossRoutings || (!resized && everyTargetShardTakesFromOne(source, target));
    }

    /// @param routed documents of the source that have a custom routing
    /// @throws RunRefusedException if there are such, and an id may be used under two of their routings in one
    ///     shard
    public static void checkResized(boolean resized, long routed, boolean idsUniqueAcrossRoutings) {
        if (resized && routed > 0 && !idsUniqueAcrossRoutings) {
            throw new RunRefusedException(
                    ("The source has %s with a custom routing, and it was made by shrinking, splitting or"
                                    + " cloning another index: one shard may hold an id under several routings, of which"
                                    + " the target would keep one. Say source.ids-unique-across-routings: true in the"
                                    + " run file if no id is used under two routings.")
                            .formatted(NumberText.of(routed, "document")));
        }
    }

    /// What can be said before the target exists, so that none is made in vain.
    ///
    /// @throws RunRefusedException if no target of so many shards will do
    public static void checkShards(int source, int target, long routed, boolean idsUniqueAcrossRoutings) {
        if (target % source != 0) {
            check(
                    new ShardRouting(source, source, 1),
                    new ShardRouting(target, target, 1),
                    routed,
                    idsUniqueAcrossRoutings);
        }
    }

    /// @param routed documents of the source that have a custom routing
    /// @param idsUniqueAcrossRoutings the operator's word that no id is used under two routings
    /// @throws RunRefusedException if the newer of two documents could lose against the older
    public static void check(ShardRouting source, ShardRouting target, long routed, boolean idsUniqueAcrossRoutings) {
        if (routed == 0 || idsUniqueAcrossRoutings || everyTargetShardTakesFromOne(source, target)) {
            return;
        }
        if (!mayBeAlike(source, target)) {
            throw new RunRefusedException(
                    ("The source has %s with a custom routing, and the target's server finds the shard of a routing in"
                                    + " another way than the source's did: with any number of shards a shard of the target"
                                    + " would take from several of the source's %d, and an id that is used under two"
                                    + " routings would collide there. Say source.ids-unique-across-routings: true in the"
                                    + " run file if no id is used under two routings, or copy to a server that routes as"
                                    + " the source's does (Elasticsearch 9.4 and later route otherwise than earlier ones"
                                    + " and than OpenSearch).")
                            .formatted(NumberText.of(routed, "document"), source.shards()));
        }
        throw new RunRefusedException(
                ("The source has %s with a custom routing, and with %s in the target one would take from several of"
                                + " the source's %d: an id that is used under two routings would collide"
                                + " there. Give the target a multiple of %d shards on a server that routes as the"
                                + " source's does, or say source.ids-unique-across-routings: true in the run file if no"
                                + " id is used under two routings.")
                        .formatted(
                                NumberText.of(routed, "document"),
                                NumberText.of(target.shards(), "shard"),
                                source.shards(),
                                source.shards()));
    }
}
