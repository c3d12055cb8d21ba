package io.shardstream.control.index.source;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexDescription;
import java.util.List;

/// How both sides of a run route documents, as their servers answer for a sample of ids.
///
/// @param read by the source
/// @param written by the target
public record Routings(ShardRouting read, ShardRouting written) {

    /// Asks both.
    public static Routings learn(
            ElasticCluster source, IndexDescription from, ElasticCluster target, IndexDescription to)
            throws ElasticException {
        List<String> sample = RoutingProbe.sample(source, from.name());
        return new Routings(
                RoutingProbe.learn(source, from.name(), from.routing(), sample),
                RoutingProbe.learn(target, to.name(), to.routing(), sample));
    }

    /// @param routed documents of the source that have a routing value
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the newer of two documents could
    ///     lose against the older
    public void check(long routed, boolean idsUniqueAcrossRoutings) {
        RoutingRule.check(read, written, routed, idsUniqueAcrossRoutings);
    }
}
