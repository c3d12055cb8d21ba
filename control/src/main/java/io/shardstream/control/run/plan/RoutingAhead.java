package io.shardstream.control.run.plan;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.source.RoutingProbe;
import io.shardstream.control.index.source.RoutingRule;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.WantedTarget;
import java.util.List;
import java.util.Optional;

/// How a target will route, before it is made or taken: one that will not do is left alone.
final class RoutingAhead {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final RunSettings run;

    RoutingAhead(ElasticCluster source, ElasticCluster target, RunSettings run) {
        this.source = source;
        this.target = target;
        this.run = run;
    }

    /// @param wanted the target as it is, or as the run would create it
    /// @param routed documents of the source that have a custom routing
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the newer of two documents could
    ///     lose against the older
    void require(IndexDescription from, CarriedSettings carried, WantedTarget wanted, long routed)
            throws ElasticException {
        if (routed == 0 || run.idsUniqueAcrossRoutings()) {
            return;
        }
        List<String> sample = RoutingProbe.sample(source, from.name());
        ShardRouting read = RoutingProbe.learn(source, from.name(), from.routing(), sample);
        Optional<ShardRouting> written = wanted.exists()
                ? Optional.of(RoutingProbe.learn(
                        target, wanted.name(), wanted.description().routing(), sample))
                : wanted.routing().map(made -> RoutingRule.ofCreated(read, made, carried.target()));
        written.ifPresent(to -> RoutingRule.check(read, to, routed, false));
    }
}
