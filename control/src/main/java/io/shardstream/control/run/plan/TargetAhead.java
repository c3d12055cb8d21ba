package io.shardstream.control.run.plan;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.VersionRule;
import io.shardstream.control.index.target.ActiveCopies;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.RoutingFindings;
import io.shardstream.control.index.target.TargetFindings;
import io.shardstream.control.index.target.TargetIndex;
import io.shardstream.control.index.target.TemplateRules;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.MissingNode;

/// What the clusters are and what the target will be like, before anything is made: what `plan` finds, and
/// blocks a run, a run refuses in the same words. A run that has begun goes on.
final class TargetAhead {
    private static final int FORBIDDEN = 403;

    private final ElasticCluster source;
    private final ElasticCluster target;
    private final RunSettings run;

    TargetAhead(ElasticCluster source, ElasticCluster target, RunSettings run) {
        this.source = source;
        this.target = target;
        this.run = run;
    }

    /// @throws RunRefusedException if one of the clusters is of a version with which no run can work
    void requireVersions() throws ElasticException {
        requireVersion("source", source);
        requireVersion("target", target);
    }

    private static void requireVersion(String role, ElasticCluster cluster) throws ElasticException {
        Set<String> versions = nodes(cluster).stream()
                .map(ClusterNode::version)
                .filter(version -> !version.isEmpty())
                .collect(Collectors.toSet());
        Server server = new IndexCatalog(cluster).server();
        if (!server.equals(Server.SILENT)) {
            require(VersionRule.of(role, server, versions).stream());
        }
    }

    /// @param writeAlias of this run: an index that an earlier start has made counts as still to be made
    /// @param routed documents of the source that have a custom routing
    /// @throws RunRefusedException if the target would lose documents, or take none, or if the newer of two
    ///     could lose against the older
    void require(IndexDescription from, CarriedSettings carried, String writeAlias, long routed)
            throws ElasticException {
        WantedTarget wanted = new IndexCatalog(target)
                .find(run.target().index())
                .filter(index -> !TargetIndex.isMadeBy(writeAlias, index))
                .map(index -> WantedTarget.existing(index, from, run.target(), false))
                .orElseGet(() -> WantedTarget.created(from, run.target(), routed > 0, carried));
        // What its user may not ask for is seen on what was made.
        TemplateAdditions templates = wanted.exists()
                ? TemplateAdditions.NONE
                : TemplateAdditions.unlessForbidden(target, wanted.name(), wanted.isHidden())
                        .orElse(TemplateAdditions.NONE);
        WantedTarget made = wanted.exists() ? wanted : TemplateRules.merged(wanted, templates);
        Set<String> byTemplates = TemplateRules.problems(wanted, templates).stream()
                .map(Finding::topic)
                .collect(Collectors.toSet());
        // What templates would do is refused, and told with their names, where the target is made.
        require(TargetFindings.of(made).stream().filter(finding -> !byTemplates.contains(finding.topic())));
        require(ActiveCopies.of(
                made, ClusterNode.holding(made.tiers(), nodes(target)).size())
                .stream());
        if (RoutingFindings.isRequired(made.description())) {
            long withoutRouting = new IndexCatalog(source).countWithoutRouting(from.name());
            require(RoutingFindings.of(from, made.description(), withoutRouting, run.follow()).stream()
                    .filter(finding -> finding.code() == FindingCode.ROUTING_REQUIRED_BY_TARGET));
        }
        new RoutingAhead(source, target, run).require(from, carried, wanted, routed);
    }

    private static void require(Stream<Finding> findings) {
        findings.filter(finding -> finding.severity() == Severity.BLOCKS)
                .findFirst()
                .ifPresent(finding -> {
                    throw new RunRefusedException((finding.what() + " " + finding.advice()).strip());
                });
    }

    /// Empty where its user may not ask.
    private static List<ClusterNode> nodes(ElasticCluster cluster) throws ElasticException {
        Call call = Call.get("/_nodes").with("filter_path", "nodes.*.name,nodes.*.version,nodes.*.roles");
        Reply reply = cluster.send(call);
        return reply.status() == FORBIDDEN
                ? List.of()
                : ClusterNode.of(reply.orThrow().json(), MissingNode.getInstance());
    }
}
