package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.HostAndPort;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.index.server.Watermark;
import io.shardstream.control.index.target.ActiveCopies;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.preflight.ClusterFacts;
import io.shardstream.control.preflight.ClusterSurvey;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.lanes.UnsaidTrim;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Looks at one of the two clusters.
public final class ClusterCheckup {
    private static final int HTTPS = 443;

    private final ElasticCluster cluster;
    private final String index;
    private final InstantSource clock;
    private final FindingList findings;

    public ClusterCheckup(ElasticCluster cluster, String index, InstantSource clock, FindingList findings) {
        this.cluster = cluster;
        this.index = index;
        this.clock = clock;
        this.findings = findings;
    }

    /// Those of the addresses that are reached by TLS.
    public void certificates(List<URI> nodes) {
        for (URI node : nodes) {
            if (node.getScheme().equals("https")) {
                certificate(node);
            }
        }
    }

    private void certificate(URI node) {
        try {
            HostAndPort place = HostAndPort.of(node);
            Instant end = CertificateLook.endAt(place.host(), place.port().orElse(HTTPS));
            findings.add(CertificateRule.of(node.toString(), end, clock.instant()));
        } catch (IOException e) {
            findings.add(Finding.warns(
                    FindingCode.CERTIFICATE_NOT_SEEN,
                    "The certificate of " + node + " cannot be seen: " + e.getMessage() + ".",
                    "Check whether the node works, and speaks TLS on this port."));
        }
    }

    /// Whether it answers, and what of the index, its nodes and their clocks is not as it should be.
    ///
    /// @return what it is; empty if it cannot be asked
    public Optional<ClusterFacts> look() {
        try {
            cluster.requireOneCluster();
            Instant asked = clock.instant();
            Optional<JsonNode> process = ask(
                    FindingCode.CLOCKS_UNKNOWN,
                    "the time on the nodes",
                    Call.get("/_nodes/stats/process").with("filter_path", "nodes.*.name,nodes.*.timestamp"));
            Instant answered = clock.instant();
            process.ifPresent(stats -> findings.addAll(ClockRule.of(cluster.name(), stats, asked, answered)));
            ask(FindingCode.HEALTH_UNKNOWN, "its health", Call.get("/_cluster/health/" + Call.encoded(index)))
                    .flatMap(health -> HealthRule.health(isSource(), index, health))
                    .ifPresent(findings::add);
            ClusterFacts facts = new ClusterSurvey(cluster.name(), cluster, findings).glance();
            Watermark high = Watermark.high(facts.settings());
            findings.addAll(HealthRule.disks(cluster.name(), facts.nodes(), high));
            findings.add(Finding.notes(
                    isSource() ? FindingCode.SOURCE_ANSWERS : FindingCode.TARGET_ANSWERS,
                    "The " + cluster.name() + " answers.",
                    ""));
            return Optional.of(facts);
        } catch (ElasticException e) {
            findings.add(Finding.blocks(
                    isSource() ? FindingCode.SOURCE_NOT_ANSWERING : FindingCode.TARGET_NOT_ANSWERING,
                    "The " + cluster.name() + " cannot be asked: " + e.getMessage(),
                    "Check whether it works, and the addresses and credentials of the run file."));
            return Optional.empty();
        }
    }

    /// Whether the index is still the one with which the run began, as far as is known: what else has become
    /// of it is a finding.
    public boolean has(PlannedIndex planned) {
        try {
            return planned.isThere(cluster, findings);
        } catch (ElasticException.Unreachable e) {
            findings.add(Finding.unknown(planned.unknown(), planned.question() + " (" + e.getMessage() + ")."));
            return true;
        }
    }

    /// The other runs that have blocked the target of this one, as for cut-overs of their own: after that it
    /// is their way back.
    private static Set<String> blockedByOthers(RunPlan plan, IndexDescription target) {
        Optional<String> run = OwnAlias.of(plan.writeAlias()).map(OwnAlias::run);
        return OwnAliases.among(target.aliases()).own().stream()
                .filter(alias -> alias.is(AliasKind.BLOCK) && !run.equals(Optional.of(alias.run())))
                .map(OwnAlias::run)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Whether it is nothing else: where clients may still find it, their writes are refused. In a cluster of
    /// its own the source of a later run keeps its aliases, and then nobody can tell.
    private static boolean isWayBackOfAnother(Set<String> blockedBy, IndexDescription target) {
        return !blockedBy.isEmpty()
                && OwnAliases.among(target.aliases()).others().isEmpty();
    }

    /// Whether the target takes documents, keeps them as they are, and is of this run alone; and what is
    /// trimmed of the docs topic with it. To be asked of an index that is there. Of a run that is complete it
    /// is not asked what its documents need: the target's pipelines are production's then.
    ///
    /// @param trim what the run file says of that
    /// @param said what the control topic says; empty if it is not known
    public void target(RunPlan plan, Optional<Trim> trim, Optional<ControlRecords> said) {
        boolean isComplete = said.filter(ControlRecords::completed).isPresent();
        boolean holdsWrites = said.filter(RunRule::holdsTarget).isPresent();
        IndexCatalog catalog = new IndexCatalog(cluster);
        try {
            IndexDescription found = catalog.get(index);
            TargetState.of(catalog, found)
                    .problem()
                    .filter(_ -> !isComplete)
                    .ifPresent(problem -> findings.add(Finding.blocks(FindingCode.TARGET_UNFIT, problem, "")));
            TargetOwner.planned(plan)
                    .rival(index, found.aliases())
                    .ifPresent(rival -> findings.add(Finding.blocks(FindingCode.TARGET_OF_ANOTHER_RUN, rival, "")));
            Map<String, String> settings = catalog.effectiveSettings(index);
            Set<String> blockedBy = blockedByOthers(plan, found);
            boolean isHeld = holdsWrites || (isComplete && isWayBackOfAnother(blockedBy, found));
            findings.addAll(HealthRule.indexBlocks(index, settings, isHeld, blockedBy));
            if (ActiveCopies.areWaitedFor(settings)) {
                Call shards =
                        Call.get("/_cluster/health/" + Call.encoded(index)).with("level", "shards");
                ask(FindingCode.HEALTH_UNKNOWN, "how many copies of a shard are active", shards)
                        .flatMap(health -> ActiveCopies.now(index, settings, health))
                        .ifPresent(findings::add);
            }
            late(trim, settings).filter(_ -> !isComplete).ifPresent(findings::add);
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(FindingCode.TARGET_NOT_AN_INDEX, String.valueOf(e.getMessage()), ""));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.TARGET_UNKNOWN, "what the target index is like (" + e.getMessage() + ")."));
        }
    }

    /// Whoever says it in the run file knows it.
    private static Optional<Finding> late(Optional<Trim> said, Map<String, String> settings) {
        boolean isLate = said.isEmpty() && UnsaidTrim.of(settings) != Trim.WRITTEN;
        return isLate
                ? Optional.of(Finding.warns(FindingCode.DOCS_TRIMMED_LATE, UnsaidTrim.UNSYNCED, ""))
                : Optional.empty();
    }

    private boolean isSource() {
        return cluster.name().equals("source");
    }

    private Optional<JsonNode> ask(FindingCode unknown, String what, Call call) throws ElasticException {
        return findings.ask(
                unknown,
                what + " of the " + cluster.name(),
                () -> cluster.send(call).orThrow().json());
    }
}
