package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.source.Placing;
import io.shardstream.control.index.source.RoutingRule;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.run.condition.JoinedDocuments;
import io.shardstream.control.run.condition.RoutedAliases;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.NameList;
import java.util.List;
import java.util.Optional;

/// Asks which searches find documents only because these share a shard of the source, where they would not
/// share one of the target: by the rules of a cut-over, which needs consent for each.
final class PlacingSurvey {
    private final ElasticCluster source;
    private final FindingList findings;

    PlacingSurvey(ElasticCluster source, FindingList findings) {
        this.source = source;
        this.findings = findings;
    }

    /// @param wanted the target; empty if nothing is known of it
    /// @param server what the target is; empty if it cannot be asked
    void look(SourceFacts facts, Optional<WantedTarget> wanted, Optional<Server> server)
            throws ElasticException.Unreachable {
        ShardRouting from = Placing.of(facts.index());
        Optional<ShardRouting> to = wanted.flatMap(target -> placing(from, target, server.orElse(Server.SILENT)));
        if (to.isPresent()) {
            aliases(facts.index().name(), from, to.get());
            joins(facts, from, to.get());
        }
    }

    private static Optional<ShardRouting> placing(ShardRouting from, WantedTarget target, Server server) {
        return target.exists()
                ? Optional.of(Placing.of(target.description()))
                : target.routing().map(made -> RoutingRule.ofCreated(from, made, server));
    }

    private void aliases(String index, ShardRouting from, ShardRouting to) throws ElasticException.Unreachable {
        List<NoticedDifference> found = findings.ask(
                        FindingCode.ROUTING_UNKNOWN,
                        "whether aliases with a routing find documents that were written without it",
                        () -> RoutedAliases.of(new HttpClusterSwitch(source), index, from, to))
                .orElse(List.of());
        if (!found.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.ALIAS_FINDS_OTHERS,
                    "In the target searches through an alias would find fewer documents: " + words(found) + ".",
                    "Write those documents with the routing, or give the target as many shards as the source has. Else"
                            + " the cut-over needs your consent: " + consent(found) + "."));
        }
    }

    private void joins(SourceFacts facts, ShardRouting from, ShardRouting to) throws ElasticException.Unreachable {
        List<NoticedDifference> found = findings.ask(
                        FindingCode.ROUTING_UNKNOWN,
                        "whether children of a join field would share a shard with their parents",
                        () -> JoinedDocuments.of(
                                new HttpClusterSwitch(source),
                                facts.index().name(),
                                facts.index().mappings(),
                                from,
                                to))
                .orElse(List.of());
        if (!found.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.CHILDREN_PARTED,
                    "In the target children would not be found by their parents: " + words(found) + ".",
                    "Write the children with the routing of their parents, or give the target as many shards as the"
                            + " source has. Else the cut-over needs your consent: " + consent(found) + "."));
        }
    }

    private static String words(List<NoticedDifference> found) {
        return NameList.of(found.stream().map(NoticedDifference::words).toList());
    }

    private static String consent(List<NoticedDifference> found) {
        return NameList.of(found.stream()
                .map(one -> "--accept-difference '" + Printable.of(one.name()) + "'")
                .toList());
    }
}
