package io.shardstream.control.preflight;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.NodeLimits;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.difference.IndexDefinition;
import io.shardstream.control.index.difference.IndexSettings;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.MappingDifference;
import io.shardstream.control.index.difference.SettingsDifference;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.DiskNeed;
import io.shardstream.control.index.server.DiskRule;
import io.shardstream.control.index.server.NodeDiskRule;
import io.shardstream.control.index.server.NodeShare;
import io.shardstream.control.index.server.ShardCount;
import io.shardstream.control.index.server.ShardLayout;
import io.shardstream.control.index.server.Watermark;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.index.target.ActiveCopies;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.FieldKinds;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.SimulatedCreation;
import io.shardstream.control.index.target.TargetFindings;
import io.shardstream.control.index.target.TargetIndex;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TemplateRules;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.preflight.server.GuessedVectors;
import io.shardstream.control.preflight.server.LaterReplicas;
import io.shardstream.control.preflight.server.LeftOutFindings;
import io.shardstream.control.preflight.server.LimitFindings;
import io.shardstream.control.preflight.server.TemplateFindings;
import io.shardstream.control.preflight.server.UntriedFields;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/// Asks the target what the copy would find there.
final class TargetSurvey {
    private static final String MOST_SHARDS = "cluster.max_shards_per_node";
    private static final long DEFAULT_MOST_SHARDS = 1000;
    /// `IndicesService.CLUSTER_REPLICATION_TYPE_SETTING` of OpenSearch.
    private static final String REPLICATION = "cluster.indices.replication.strategy";

    private final Server sourceServer;
    private final ElasticCluster target;
    private final IndexCatalog catalog;
    private final RunSettings run;
    private final FindingList findings;

    TargetSurvey(Server sourceServer, ElasticCluster target, RunSettings run, FindingList findings) {
        this.sourceServer = sourceServer;
        this.target = target;
        this.catalog = new IndexCatalog(target);
        this.run = run;
        this.findings = findings;
    }

    /// Empty, and told, if nothing can be said of it.
    ///
    /// @param owner the run, as its target knows it; empty if it has lost what it was, and cannot tell
    ///     whether an index that is there is its own
    /// @param prepared whether the run was prepared before, so that an index that is there is its own
    /// @throws ElasticException.Unreachable if nobody answers
    Optional<TargetFacts> facts(SourceFacts source, ClusterFacts cluster, Optional<TargetOwner> owner, boolean prepared)
            throws ElasticException.Unreachable {
        Optional<IndexDescription> found;
        try {
            found = findings.ask(
                            FindingCode.TARGET_UNKNOWN,
                            "whether the target index exists",
                            () -> BlockedIndex.find(catalog, run.target().index()))
                    .flatMap(index -> index);
        } catch (RunRefusedException e) {
            FindingCode code = BlockedIndex.is(e) ? FindingCode.TARGET_BLOCKED : FindingCode.TARGET_NOT_AN_INDEX;
            findings.add(Finding.blocks(code, String.valueOf(e.getMessage()), ""));
            return Optional.empty();
        }
        Optional<String> tooMany = found.flatMap(SourceRules::tooManyShardsOfTarget);
        if (tooMany.isPresent()) {
            findings.add(Finding.blocks(FindingCode.TARGET_TOO_MANY_SHARDS, tooMany.get(), ""));
            return Optional.empty();
        }
        if (found.isPresent() && owner.isPresent()) {
            usable(source, found.get(), owner.get(), prepared);
        }
        // An empty one that a start of this run has made is made anew where that is needed.
        found = found.filter(index -> prepared || !isMadeBy(owner, index));
        CarriedSettings carried = new CarriedSettings(sourceServer, cluster.server(), source.effective());
        WantedTarget wanted = found.map(index -> WantedTarget.existing(index, source.index(), run.target(), false))
                .orElseGet(() -> WantedTarget.created(source.index(), run.target(), source.routed() > 0, carried));
        Optional<TemplateAdditions> templates = wanted.exists() ? Optional.empty() : templates(wanted);
        List<Finding> byTemplates = templates
                .map(additions -> TemplateFindings.of(wanted, additions))
                .orElse(List.of());
        findings.addAll(byTemplates);
        WantedTarget made = templates
                .map(additions -> TemplateRules.merged(wanted, additions))
                .orElse(wanted);
        TargetFindings.of(made).stream()
                .filter(finding ->
                        byTemplates.stream().noneMatch(told -> told.topic().equals(finding.topic())))
                .forEach(findings::add);
        FieldKinds.problem(made, cluster.server()).ifPresent(findings::add);
        if (templates.isPresent() && !findings.has(FindingCode.FIELD_KINDS_MISSING)) {
            creation(made, templates.get());
        }
        ActiveCopies.of(made, holding(made, cluster).size()).ifPresent(findings::add);
        findings.addAll(LaterReplicas.of(
                made,
                run.target().replicas(),
                cluster.settings().get(REPLICATION),
                source.bytes(),
                holding(made, cluster).size()));
        List<String> left = wanted.exists() ? List.of() : LeftOutFindings.names(source.index(), carried, run.target());
        findings.addAll(LeftOutFindings.of(source.index(), left, cluster.server(), run.target()));
        findings.addAll(UntriedFields.of(source.index().mappings(), sourceServer, cluster.server()));
        IndexDefinition there = new IndexDefinition(made.description().mappings(), settings(made));
        IndexDefinition model = model(source, there.mapping(), left);
        findings.addAll(SettingsDifference.of(model.settings(), there.settings()));
        findings.addAll(MappingDifference.of(model, there));
        newFields(source, cluster.server(), there);
        return Optional.of(room(source, cluster, made));
    }

    /// What of a target that a run works with is otherwise than the source's, and nobody has asked for, and
    /// what of it would harm the run. Nothing where it cannot be described, which is found elsewhere.
    ///
    /// @param server what the target is
    /// @param isFilled whether the backfill is done
    /// @throws ElasticException.Unreachable if nobody answers
    void changes(SourceFacts source, Server server, boolean isFilled) throws ElasticException.Unreachable {
        Optional<IndexDescription> found = describedNow();
        if (found.isEmpty()) {
            return;
        }
        WantedTarget now = WantedTarget.existing(found.get(), source.index(), run.target(), isFilled);
        findings.addAll(TargetFindings.of(now));
        CarriedSettings carried = new CarriedSettings(sourceServer, server, source.effective());
        List<String> left = LeftOutFindings.names(source.index(), carried, run.target());
        Intended intended = intended();
        IndexDefinition there = new IndexDefinition(found.get().mappings(), settings(now));
        IndexDefinition model = model(source, there.mapping(), left);
        findings.addAll(SettingsDifference.unsaid(model.settings(), there.settings(), intended));
        findings.addAll(MappingDifference.unsaid(model, there, intended));
        newFields(source, server, there);
    }

    private void newFields(SourceFacts source, Server server, IndexDefinition there) {
        JsonNode open = HeldMark.isHeld(there.mapping())
                ? run.target().mappings().orElse(source.index().mappings())
                : there.mapping();
        GuessedVectors.of(
                        GuessedVectors.areMade(sourceServer, source.effective()),
                        GuessedVectors.areMade(server, there.settings().effective()),
                        open)
                .ifPresent(findings::add);
    }

    private Optional<IndexDescription> describedNow() throws ElasticException.Unreachable {
        try {
            return findings.ask(
                            FindingCode.TARGET_UNKNOWN,
                            "what of the target is not as in the source",
                            () -> BlockedIndex.find(catalog, run.target().index()))
                    .flatMap(index -> index);
        } catch (RunRefusedException e) {
            return Optional.empty();
        }
    }

    private Intended intended() {
        Map<String, JsonNode> settings = new HashMap<>(run.target().settings());
        run.target()
                .replicas()
                .atEnd()
                .ifPresent(replicas -> settings.put(TargetReplicas.SETTING, IntNode.valueOf(replicas)));
        return new Intended(settings, run.target().mappings());
    }

    /// What the target is to be like. What a run keeps shut for its time is opened before production gets it.
    ///
    /// @param mapping the target's
    /// @param left settings that are not carried
    private static IndexDefinition model(SourceFacts source, JsonNode mapping, List<String> left) {
        JsonNode whole = source.index().mappings();
        return new IndexDefinition(
                HeldMark.isHeld(mapping) ? MappingLevels.shut(whole) : whole,
                source.settings().without(left));
    }

    /// Whether the target still takes documents as large as those that a run carries.
    ///
    /// @param bytes of the largest `_source`
    /// @throws ElasticException.Unreachable if nobody answers
    void carries(long bytes) throws ElasticException.Unreachable {
        findings.ask(
                        FindingCode.DOCUMENT_SIZES_UNKNOWN,
                        "how large a document the target takes",
                        () -> NodeLimits.httpMaxContentBytes(target))
                .flatMap(most -> LimitFindings.ofTarget(bytes, most))
                .ifPresent(findings::add);
    }

    /// As they are when the backfill is done. Of an index that is still to be made the defaults are not
    /// known.
    private IndexSettings settings(WantedTarget wanted) throws ElasticException.Unreachable {
        Map<String, String> effective = wanted.exists()
                ? findings.ask(
                                FindingCode.TARGET_UNKNOWN,
                                "which settings of the target are not its defaults",
                                () -> catalog.effectiveSettings(wanted.name()))
                        .orElse(Map.of())
                : Map.of();
        return new IndexSettings(wanted.settingsAtEnd(), effective);
    }

    private static boolean isMadeBy(Optional<TargetOwner> owner, IndexDescription index) {
        return owner.filter(run -> TargetIndex.isMadeBy(run.writeAlias(), index))
                .isPresent();
    }

    private void usable(SourceFacts source, IndexDescription index, TargetOwner owner, boolean prepared)
            throws ElasticException.Unreachable {
        findings.check(FindingCode.TARGET_IS_SOURCE, () -> source.index().requireOther(index));
        if (prepared) {
            owner.rival(index.name(), index.aliases())
                    .ifPresent(
                            sentence -> findings.add(Finding.blocks(FindingCode.TARGET_OF_ANOTHER_RUN, sentence, "")));
            return;
        }
        owner.obstacle(index.name(), index.aliases())
                .ifPresent(sentence -> findings.add(Finding.blocks(FindingCode.TARGET_OF_ANOTHER_RUN, sentence, "")));
        TargetIndex found = new TargetIndex(target, catalog, run.target());
        boolean isFit = TargetIndex.isMadeBy(owner.writeAlias(), index)
                || findings.check(
                        FindingCode.TARGET_UNFIT,
                        FindingCode.TARGET_UNKNOWN,
                        "whether the target keeps documents as they are",
                        () -> found.requireFit(index));
        if (isFit
                && findings.check(
                        FindingCode.TARGET_USED,
                        FindingCode.TARGET_UNKNOWN,
                        "whether the target was ever written to",
                        () -> found.requireUnused(index))) {
            findings.check(
                    FindingCode.TARGET_NOT_AS_ASKED,
                    FindingCode.TARGET_UNKNOWN,
                    "whether the target is what the run file asks for",
                    () -> found.requireAsAsked(index, owner.writeAlias()));
        }
    }

    private Optional<TemplateAdditions> templates(WantedTarget wanted) throws ElasticException.Unreachable {
        return findings.ask(
                FindingCode.TEMPLATES_UNKNOWN,
                "what index templates add to the target",
                () -> TemplateAdditions.of(target, wanted.name(), wanted.isHidden()));
    }

    /// Whether its cluster would make it. Whoever may not ask for templates may not ask that either.
    private void creation(WantedTarget made, TemplateAdditions templates) throws ElasticException.Unreachable {
        findings.ask(
                        FindingCode.TARGET_UNKNOWN,
                        "whether its cluster would create such an index",
                        () -> SimulatedCreation.refusal(target, made))
                .flatMap(refusal -> refusal)
                .ifPresent(refusal -> findings.add(Finding.blocks(
                        FindingCode.TARGET_CREATION_REFUSED,
                        "The target would refuse to create index '" + made.name() + "': " + refusal + ".",
                        TemplateRules.adviceOfRefusal(templates, refusal))));
    }

    private TargetFacts room(SourceFacts source, ClusterFacts cluster, WantedTarget wanted)
            throws ElasticException.Unreachable {
        List<ClusterNode> nodes = holding(wanted, cluster);
        Watermark high = Watermark.high(cluster.settings());
        int shards = wanted.description().shards();
        List<NodeShare> shares = shares(wanted, nodes, high);
        disks(new DiskNeed(source.bytes(), wanted.replicas()), nodes, high, shards, shares);
        ShardCount count = new ShardCount(
                shards,
                wanted.replicas(),
                !wanted.exists(),
                nodes.size(),
                (int) cluster.nodes().stream()
                        .filter(ClusterNode::holdsOrdinaryShards)
                        .count(),
                cluster.shards(),
                cluster.settings()
                        .get(MOST_SHARDS)
                        .filter(text -> text.matches("\\d{1,9}"))
                        .map(Long::valueOf)
                        .orElse(DEFAULT_MOST_SHARDS));
        findings.addAll(count.findings(source.bytes()));
        List<NodeShare> whileCopying = wanted.replicasWhileCopying() == wanted.replicas()
                ? shares
                : ShardLayout.planned(shards, wanted.replicasWhileCopying(), nodes, high);
        return new TargetFacts(wanted, nodes, DiskRule.room(nodes, high), shards, shares, whileCopying);
    }

    private static List<ClusterNode> holding(WantedTarget wanted, ClusterFacts cluster) {
        return ClusterNode.holding(wanted.tiers(), cluster.nodes());
    }

    private void disks(DiskNeed need, List<ClusterNode> nodes, Watermark high, int shards, List<NodeShare> shares) {
        findings.addAll(DiskRule.of(need, nodes, high));
        if (DiskRule.room(nodes, high).orElse(0) >= need.bytes()) {
            NodeDiskRule.of(need, shards, shares).ifPresent(findings::add);
        }
    }

    private List<NodeShare> shares(WantedTarget wanted, List<ClusterNode> nodes, Watermark high)
            throws ElasticException.Unreachable {
        int shards = wanted.description().shards();
        List<NodeShare> planned = ShardLayout.planned(shards, wanted.replicas(), nodes, high);
        if (!wanted.exists() || wanted.replicasWhileCopying() < wanted.replicas()) {
            return planned;
        }
        Call where = Call.get("/_cat/shards/" + Call.encoded(wanted.name()))
                .with("format", "json")
                .with("h", "node");
        return findings.ask(
                        FindingCode.TARGET_UNKNOWN,
                        "on which nodes the target's shards are",
                        () -> ShardLayout.actual(target.send(where).orThrow().json(), nodes, high))
                .orElse(planned);
    }
}
