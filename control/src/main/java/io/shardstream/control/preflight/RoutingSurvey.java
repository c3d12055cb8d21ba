package io.shardstream.control.preflight;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.source.RoutingProbe;
import io.shardstream.control.index.source.RoutingRule;
import io.shardstream.control.index.target.RoutingFindings;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// Asks source and target where they put documents, by the rules by which `run` refuses a target.
final class RoutingSurvey {
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final RunSettings run;
    private final FindingList findings;

    RoutingSurvey(ElasticCluster source, ElasticCluster target, RunSettings run, FindingList findings) {
        this.source = source;
        this.target = target;
        this.run = run;
        this.findings = findings;
    }

    /// @param wanted the target; empty if nothing is known of it, then it is taken to be made by the run
    /// @param server what the target is; empty if it cannot be asked
    void look(SourceFacts facts, Optional<WantedTarget> wanted, Optional<Server> server)
            throws ElasticException.Unreachable {
        IndexDescription index = facts.index();
        if (wanted.isPresent()) {
            told(index, wanted.get().description());
        }
        boolean areUnique = run.idsUniqueAcrossRoutings();
        int shards = run.target().shards().orElse(index.shards());
        boolean exists = wanted.isPresent() && wanted.get().exists();
        boolean mayBe = findings.check(
                        FindingCode.ROUTING_OF_RESIZED_SOURCE,
                        () -> RoutingRule.checkResized(index.isResized(), facts.routed(), areUnique))
                && (exists
                        || findings.check(
                                FindingCode.ROUTING_COLLIDES,
                                () -> RoutingRule.checkShards(index.shards(), shards, facts.routed(), areUnique)));
        if (mayBe) {
            findings.check(
                    FindingCode.ROUTING_COLLIDES, FindingCode.ROUTING_UNKNOWN, "how source and target route", () -> {
                        List<String> sample = RoutingProbe.sample(source, index.name());
                        ShardRouting read = RoutingProbe.learn(source, index.name(), index.routing(), sample);
                        RoutingRule.check(
                                read, written(read, shards, wanted, server, sample), facts.routed(), areUnique);
                    });
        }
    }

    private void told(IndexDescription index, IndexDescription to) throws ElasticException.Unreachable {
        AtomicLong withoutRouting = new AtomicLong();
        if (RoutingFindings.isRequired(to)) {
            findings.check(
                    FindingCode.SOURCE_PRIMARY_MISSING,
                    FindingCode.SOURCE_UNKNOWN,
                    "how many documents of the source have no routing",
                    () -> withoutRouting.set(new IndexCatalog(source).countWithoutRouting(index.name())));
        }
        findings.addAll(RoutingFindings.of(index, to, withoutRouting.get(), run.follow()));
    }

    private ShardRouting written(
            ShardRouting read, int shards, Optional<WantedTarget> wanted, Optional<Server> server, List<String> sample)
            throws ElasticException {
        if (wanted.isEmpty() || !wanted.get().exists()) {
            return wanted.flatMap(WantedTarget::routing)
                    .map(made -> RoutingRule.ofCreated(read, made, server.orElse(Server.SILENT)))
                    .orElseGet(() -> RoutingRule.ofCreated(read, shards));
        }
        IndexDescription to = wanted.get().description();
        return RoutingProbe.learn(target, to.name(), to.routing(), sample);
    }
}
