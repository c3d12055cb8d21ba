package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.ClusterSettings;
import io.shardstream.control.index.server.KeepAliveRule;
import io.shardstream.control.index.source.CrossReplication;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.index.source.NumberProbe;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.index.source.Vectors;
import io.shardstream.control.index.source.VersionProof;
import io.shardstream.control.preflight.server.ShardFacts;
import io.shardstream.control.preflight.server.SourceFindings;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// Asks the source about the index that is to be copied, by the rules by which `run` refuses one.
final class SourceSurvey {
    private static final String MATCH_ALL = "{\"match_all\":{}}";
    private static final String HAS_ROUTING = "{\"exists\":{\"field\":\"_routing\"}}";

    private final ElasticCluster source;
    private final IndexCatalog catalog;
    private final SurveySettings settings;
    private final RunSettings run;
    private final FindingList findings;

    SourceSurvey(ElasticCluster source, SurveySettings settings, FindingList findings) {
        this.source = source;
        this.catalog = new IndexCatalog(source);
        this.settings = settings;
        this.run = settings.run();
        this.findings = findings;
    }

    /// Empty, and told, if there is no index to be copied.
    ///
    /// @throws ElasticException.Unreachable if nobody answers
    Optional<SourceFacts> facts() throws ElasticException.Unreachable {
        Optional<IndexDescription> found = find();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        IndexDescription index = found.get();
        Map<String, String> effective = kept(index);
        findings.check(
                FindingCode.SEQUENCE_NUMBERS_NOT_SEARCHABLE,
                FindingCode.SOURCE_UNKNOWN,
                "whether sequence numbers can be searched",
                () -> NumberProbe.require(source, index.name()));
        findings.check(
                FindingCode.SOURCE_PRIMARY_MISSING, FindingCode.SOURCE_UNKNOWN, "what of the source is settled", () -> {
                    var _ = GlobalCheckpoints.read(source, index.name(), index.shards());
                });
        findings.check(
                FindingCode.VERSIONS_NOT_SAFE,
                FindingCode.SOURCE_UNKNOWN,
                "which versions documents have",
                () -> VersionProof.require(run.versions(), run.applicationVersions(), source, index));
        if (run.versions() == VersionMode.SEQNO) {
            findings.check(
                    FindingCode.SOURCE_PRIMARY_MISSING,
                    FindingCode.SOURCE_UNKNOWN,
                    "whether clients give versions",
                    () -> GivenVersion.in(source, index.name(), index.shards())
                            .map(SourceFindings::versions)
                            .ifPresent(findings::add));
        }
        SourceFindings.deletes(run.versions(), run.follow(), run.target().index())
                .ifPresent(findings::add);
        JsonNode stats = findings.ask(
                        FindingCode.SOURCE_UNKNOWN,
                        "how large the source is",
                        () -> source.send(Call.get("/" + Call.encoded(index.name()) + "/_stats/docs,store")
                                        .with("level", "shards"))
                                .orThrow()
                                .json())
                .orElse(MissingNode.getInstance());
        List<ShardFacts> shards = ShardFacts.of(index.name(), stats);
        replication(index, stats);
        long documents = count(index, MATCH_ALL);
        long routed = count(index, HAS_ROUTING);
        findings.addAll(SourceFindings.of(index, shards, routed, settings.run().follow()));
        if (run.refreshSource() && run.follow()) {
            findings.add(SourceFindings.refreshes(index, settings.refreshInterval()));
        }
        return Optional.of(new SourceFacts(index, shards, documents, routed, effective));
    }

    /// What its description alone says: how large it is, and what its documents are like, is not asked for.
    ///
    /// @throws ElasticException.Unreachable if nobody answers
    Optional<SourceFacts> glance() throws ElasticException.Unreachable {
        Optional<IndexDescription> found = find();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        IndexDescription index = found.get();
        Map<String, String> effective = kept(index);
        findings.addAll(SourceFindings.of(index, List.of(), 0, run.follow()));
        return Optional.of(new SourceFacts(index, List.of(), 0, 0, effective));
    }

    private Optional<IndexDescription> find() throws ElasticException.Unreachable {
        try {
            Optional<Optional<IndexDescription>> answer = findings.ask(
                    FindingCode.SOURCE_UNKNOWN,
                    "what the source index is",
                    () -> BlockedIndex.find(catalog, run.sourceIndex()));
            if (answer.isPresent() && answer.get().isEmpty()) {
                findings.add(Finding.blocks(FindingCode.SOURCE_MISSING, catalog.absence(run.sourceIndex()), ""));
            }
            return answer.flatMap(index -> index);
        } catch (RunRefusedException e) {
            FindingCode code = BlockedIndex.is(e) ? FindingCode.SOURCE_READ_BLOCKED : FindingCode.SOURCE_NOT_AN_INDEX;
            findings.add(Finding.blocks(code, String.valueOf(e.getMessage()), ""));
            return Optional.empty();
        }
    }

    private Map<String, String> kept(IndexDescription index) throws ElasticException.Unreachable {
        Map<String, String> effective = findings.ask(
                        FindingCode.SOURCE_UNKNOWN,
                        "whether the source keeps its documents",
                        () -> catalog.effectiveSettings(index.name()))
                .orElse(Map.of());
        Server server = findings.ask(FindingCode.SOURCE_UNKNOWN, "which server the source has", () -> catalog.server())
                .orElse(Server.SILENT);
        SourceRules.refusalOf(index, effective, server)
                .ifPresent(refusal -> findings.add(Finding.blocks(refusal.code(), refusal.sentence(), "")));
        Vectors.noteOf(index.name(), index.mappings(), effective)
                .ifPresent(note -> findings.add(Finding.warns(FindingCode.VECTORS_REWRITTEN, note, "")));
        if (SourceRules.readInSlices(effective)) {
            findings.add(Finding.notes(
                    FindingCode.SEQUENCE_NUMBERS_SLOW,
                    "The source cannot search by sequence number quickly (index.seq_no.index_options): it is read in"
                            + " slices, each of which looks at the number of every document.",
                    run.follow()
                            ? "Whatever is written, a shard is looked through once a round; it is left alone for four"
                                    + " times as long afterwards, at most 10 seconds. Under the block of a cut-over"
                                    + " such rounds follow one another, and the block lasts for one or two of them:"
                                    + " cutover.max-blocked must allow that."
                            : ""));
            keepAlive();
        }
        return effective;
    }

    /// An index that is read in slices is read through points in time.
    private void keepAlive() throws ElasticException.Unreachable {
        findings.ask(
                        FindingCode.SOURCE_UNKNOWN,
                        "how long the source keeps a point in time",
                        () -> ClusterSettings.of(source.send(Call.get("/_cluster/settings")
                                        .with("include_defaults", "true")
                                        .with("flat_settings", "true"))
                                .orThrow()
                                .json()))
                .flatMap(KeepAliveRule::of)
                .ifPresent(findings::add);
    }

    private void replication(IndexDescription index, JsonNode stats) {
        if (!run.follow()) {
            return;
        }
        CrossReplication.problem(index)
                .ifPresent(problem -> findings.add(Finding.blocks(FindingCode.SOURCE_FOLLOWS, problem, "")));
        CrossReplication.followers(index.name(), stats)
                .ifPresent(followers -> findings.add(Finding.warns(
                        FindingCode.SOURCE_FOLLOWED,
                        "The source is followed by " + followers + " (cross-cluster replication), which get nothing of"
                                + " what is written after the cut-over.",
                        "Have them follow the target after the swap.")));
    }

    private long count(IndexDescription index, String query) throws ElasticException.Unreachable {
        try {
            return findings.ask(
                            FindingCode.SOURCE_UNKNOWN,
                            "how many documents the source has",
                            () -> catalog.count(index.name(), query))
                    .orElse(0L);
        } catch (RunRefusedException e) {
            findings.add(Finding.blocks(FindingCode.SOURCE_PRIMARY_MISSING, String.valueOf(e.getMessage()), ""));
            return 0;
        }
    }
}
