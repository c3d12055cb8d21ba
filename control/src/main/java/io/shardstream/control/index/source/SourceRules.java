package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// What keeps an index from being copied, or from being a target. Each rule is a sentence; the first that
/// applies is told.
///
/// A missing `_source` cannot be copied, a filtered one would lose fields, a synthetic one is made up anew
/// from doc values and not what was sent. Without sequence numbers (`index.disable_sequence_numbers`,
/// Elasticsearch 9.4) there is nothing to read by: a search finds none and gives -2 for each, so neither can
/// a version word be made nor be known what is settled.
///
/// An index that is mounted from a snapshot or frozen has an engine that only reads (`ReadOnlyEngine` of
/// Elasticsearch and OpenSearch). It never refreshes, and on OpenSearch it says of all its documents that the
/// last settled number is 0, so that a run would wait for ever, or take one document for all.
///
/// An index that reads from a stream (`index.ingestion_source.type`, OpenSearch 3) numbers none of its
/// documents (`IngestionEngine`): no search by number finds one, and it would be taken for empty.
public final class SourceRules {
    private static final Set<String> KNOWN_PARAMETERS = Set.of(
            "enabled",
            "mode",
            "includes",
            "excludes",
            // What OpenSearch keeps besides, for its own recovery, where it does not keep all of _source.
            "recovery_source_enabled",
            "recovery_source_includes",
            "recovery_source_excludes");

    /// Values of `index.mode` under which documents are kept and numbered as in any index.
    private static final Set<String> ORDINARY_MODES = Set.of("", "standard", "lookup");

    /// Values of `index.store.type` of an index that is mounted from a snapshot: of Elasticsearch's
    /// searchable snapshots, and of OpenSearch's (`storage_type: remote_snapshot`).
    private static final Set<String> MOUNTED = Set.of("snapshot", "remote_snapshot");

    private static final String NUMBERS_DISABLED = "index.disable_sequence_numbers";
    private static final String WITHOUT_NUMBERS = "has its sequence numbers disabled (" + NUMBERS_DISABLED + ")";

    private static final Pattern VERSION_ID = Pattern.compile("\\d{7,8}");
    /// What an id of a version has for each major version.
    private static final int MAJOR = 1_000_000;

    private static final Loss DISABLED = new Loss(
            "has _source disabled", ": there is nothing to copy. Fill the target from where the documents came from.");
    private static final Loss FILTERED = new Loss(
            "keeps only parts of _source (includes or excludes in its mapping)",
            ": a copy would lose the others. Fill the target from where the documents came from.");
    private static final Loss SYNTHETIC = new Loss(
            "has a synthetic _source, which is not what was written",
            ": it cannot be copied byte for byte, and Shardstream does not copy it otherwise.");
    private static final Loss DERIVED = new Loss(
            "has a derived _source (index.derived_source.enabled), which is not what was written",
            ": it cannot be copied byte for byte, and Shardstream does not copy it otherwise.");

    /// How an index does not keep what was written.
    private record Loss(String what, String whyNotCopied) {}

    /// Why an index cannot be copied.
    ///
    /// @param sentence which index, why, and what to do
    public record Refusal(FindingCode code, String sentence) {}

    private SourceRules() {}

    /// Why the index cannot be copied, empty if it can.
    ///
    /// @param settings effective settings by full name, with defaults
    /// @param server that has the index
    public static Optional<String> problemOf(IndexDescription index, Map<String, String> settings, Server server) {
        return refusalOf(index, settings, server).map(Refusal::sentence);
    }

    /// The same with its code.
    ///
    /// @param settings effective settings by full name, with defaults
    /// @param server that has the index
    public static Optional<Refusal> refusalOf(IndexDescription index, Map<String, String> settings, Server server) {
        String what = "Source index '" + index.name() + "' ";
        return problem(index, settings)
                .or(() -> onlyCompatible(settings, server)
                        .map(sentence -> new Refusal(FindingCode.SOURCE_MOUNTED_OR_FROZEN, sentence)))
                .map(found -> new Refusal(found.code(), what + found.sentence()));
    }

    /// Elasticsearch opens an index of the major version before the last with an engine that only reads
    /// (`IndexMetadataVerifier.isReadOnlyCompatible`, `InternalEngine` is not used then); its refreshes do
    /// nothing, and its write block cannot be lifted. Before version 8.5 ids of index versions are those of
    /// the server, and later ones begin with the major version too (`IndexVersions`). OpenSearch has other
    /// ids.
    private static Optional<String> onlyCompatible(Map<String, String> settings, Server server) {
        String id = settings.getOrDefault("index.version.created", "");
        if (!server.distribution().equals(Server.ELASTICSEARCH)
                || !VERSION_ID.matcher(id).matches()) {
            return Optional.empty();
        }
        int created = Integer.parseInt(id) / MAJOR;
        return created < server.major() - 1
                ? Optional.of("was created with version " + created + " of Elasticsearch, which version "
                        + server.major() + " only reads and never refreshes: it cannot be copied from there. Copy it"
                        + " from a cluster of version " + (server.major() - 1)
                        + ", such as one into which you restore a snapshot of it.")
                : Optional.empty();
    }

    /// Why the index cannot be a target, empty if it keeps `_source` as it is, numbers its documents and has
    /// no more shards than a run has partitions.
    ///
    /// @param settings effective settings by full name, with defaults
    public static Optional<String> problemOfTarget(IndexDescription index, Map<String, String> settings) {
        return tooManyShardsOfTarget(index)
                .or(() -> lossOfTarget(index, settings)
                        .map(loss -> "Target index '" + index.name() + "' " + loss
                                + ": a target must keep every document"
                                + " as it is, and number what is written to it. Change target.mappings or"
                                + " target.settings, and delete the index or name another."));
    }

    /// Says so where the index has more shards than a run can have partitions.
    public static Optional<String> tooManyShardsOfTarget(IndexDescription index) {
        return index.shards() <= ShardRouting.MOST_SHARDS
                ? Optional.empty()
                : Optional.of("Target index '" + index.name() + "' has " + index.shards() + " shards; at most "
                        + ShardRouting.MOST_SHARDS + " can be written to. Delete it, or name another.");
    }

    /// Whether sequence numbers have no points to search by (`index.seq_no.index_options`, Elasticsearch 9.1),
    /// so that every search for them looks at every document.
    public static boolean readInSlices(Map<String, String> settings) {
        return lower(settings, "index.seq_no.index_options").equals("doc_values_only");
    }

    private static Optional<Refusal> problem(IndexDescription index, Map<String, String> settings) {
        Optional<Loss> loss = lossOf(index, settings);
        if (loss.isPresent()) {
            return loss.map(found -> new Refusal(FindingCode.SOURCE_NOT_KEPT, found.what + found.whyNotCopied));
        }
        if (lower(settings, "index.mode").equals("time_series")) {
            return Optional.of(new Refusal(
                    FindingCode.SOURCE_MODE_NOT_COPIED,
                    "is a time series index, which cannot be written with versions: Shardstream does not copy it."));
        }
        Optional<String> mode = mode(settings);
        if (mode.isPresent()) {
            return mode.map(
                    what -> new Refusal(FindingCode.SOURCE_MODE_NOT_COPIED, what + ": Shardstream does not copy it."));
        }
        Optional<String> onlyReads = onlyReads(index, settings);
        if (onlyReads.isPresent()) {
            return onlyReads.map(what -> new Refusal(FindingCode.SOURCE_MOUNTED_OR_FROZEN, what));
        }
        if (isOn(settings, NUMBERS_DISABLED)) {
            return Optional.of(new Refusal(
                    FindingCode.SEQUENCE_NUMBERS_DISABLED,
                    WITHOUT_NUMBERS + ", by which Shardstream reads: it cannot be copied."));
        }
        if (readsFromStream(settings)) {
            return Optional.of(new Refusal(
                    FindingCode.SOURCE_MODE_NOT_COPIED,
                    "reads documents from a stream by itself (index.ingestion_source.type), which get no sequence"
                            + " numbers, by which Shardstream reads: it cannot be copied. Let a new index read the same"
                            + " stream."));
        }
        if (index.shards() > VersionWord.MAX_SOURCE_SHARDS) {
            return Optional.of(new Refusal(
                    FindingCode.SOURCE_TOO_MANY_SHARDS,
                    "has " + index.shards() + " shards; at most " + VersionWord.MAX_SOURCE_SHARDS + " can be copied."));
        }
        return Optional.empty();
    }

    private static Optional<String> onlyReads(IndexDescription index, Map<String, String> settings) {
        String store = lower(settings, "index.store.type");
        if (MOUNTED.contains(store)) {
            return Optional.of("is mounted from a snapshot (index.store.type " + store
                    + "), and only ordinary indices can be copied: restore the snapshot as an ordinary index, and name"
                    + " that one.");
        }
        return isOn(settings, "index.frozen")
                ? Optional.of("is frozen (index.frozen), and only ordinary indices can be copied: unfreeze it first"
                        + " (POST /" + index.name() + "/_unfreeze).")
                : Optional.empty();
    }

    /// What the index does not keep as it is sent, such as `has _source disabled`; empty if it keeps all.
    ///
    /// @param settings effective settings by full name, or those that are set
    public static Optional<String> lossOfTarget(IndexDescription index, Map<String, String> settings) {
        return lossOf(index, settings)
                .map(Loss::what)
                .or(() -> mode(settings))
                .or(() -> isOn(settings, "index.append_only.enabled")
                        ? Optional.of("takes no updates and deletes (index.append_only.enabled)")
                        : Optional.empty())
                .or(() -> readsFromStream(settings)
                        ? Optional.of("reads documents from a stream by itself (index.ingestion_source.type)")
                        : Optional.empty())
                // No sweep would find what to delete, nor a verification what is missing.
                .or(() -> isOn(settings, NUMBERS_DISABLED) ? Optional.of(WITHOUT_NUMBERS) : Optional.empty());
    }

    /// Pull-based ingestion of OpenSearch 3 (`IngestionEngine`).
    private static boolean readsFromStream(Map<String, String> settings) {
        return !Set.of("", "none").contains(lower(settings, "index.ingestion_source.type"));
    }

    private static Optional<Loss> lossOf(IndexDescription index, Map<String, String> settings) {
        JsonNode source = index.mappings().path("_source");
        String mode = source.path("mode")
                .asString(lower(settings, "index.mapping.source.mode"))
                .toLowerCase(Locale.ROOT);
        if (!source.path("enabled").asBoolean(true) || mode.equals("disabled")) {
            return Optional.of(DISABLED);
        }
        if (isGiven(source.path("includes")) || isGiven(source.path("excludes"))) {
            return Optional.of(FILTERED);
        }
        if (mode.equals("synthetic")) {
            return Optional.of(SYNTHETIC);
        }
        if (isOn(settings, "index.derived_source.enabled")) {
            return Optional.of(DERIVED);
        }
        if (!mode.isEmpty() && !mode.equals("stored")) {
            return Optional.of(unknown("the _source mode '" + mode + "'"));
        }
        return source.propertyNames().stream()
                .filter(name -> !KNOWN_PARAMETERS.contains(name))
                .findFirst()
                .map(name -> unknown("the _source parameter '" + Printable.of(name) + "' in its mapping"));
    }

    private static Loss unknown(String what) {
        return new Loss(
                "has " + what + ", of which it is not known whether documents are kept as they were written",
                ": Shardstream does not copy it.");
    }

    /// Of indices whose documents are stored, sorted and numbered in another way (`IndexMode` of
    /// Elasticsearch 9.5: `time_series`, `logsdb` and more), versions and `_source` are not what was sent, or
    /// nobody has shown that they are.
    private static Optional<String> mode(Map<String, String> settings) {
        String mode = lower(settings, "index.mode");
        return ORDINARY_MODES.contains(mode)
                ? Optional.empty()
                : Optional.of("has index.mode " + mode + ", under which documents are not kept as they are written");
    }

    /// A list that names something, or a text.
    private static boolean isGiven(JsonNode names) {
        return !names.isMissingNode() && !names.isNull() && !(names.isArray() && names.isEmpty());
    }

    private static boolean isOn(Map<String, String> settings, String name) {
        return lower(settings, name).equals("true");
    }

    private static String lower(Map<String, String> settings, String name) {
        return settings.getOrDefault(name, "").toLowerCase(Locale.ROOT);
    }

    /// Why an index must not become the source of a run that begins, as sentences: another run writes to it.
    /// It is no production, lacks what that run has not written yet, and a cut-over would block it for that
    /// run.
    public static Optional<String> problemOfRun(IndexDescription index) {
        List<OwnAlias> writing = OwnAliases.among(index.aliases()).own().stream()
                .filter(alias -> alias.is(AliasKind.WRITE) || alias.is(AliasKind.SWAP))
                .toList();
        return writing.isEmpty()
                ? Optional.empty()
                : Optional.of("Index '" + index.name() + "' is the target of run "
                        + quoted(writing.stream().map(OwnAlias::run).distinct().toList())
                        + ", which writes to it. Let that run be cut over, or give it up with 'abort --run', first. If"
                        + " it is gone for good, take its alias "
                        + quoted(writing.stream().map(OwnAlias::name).toList()) + " off the index.");
    }

    private static String quoted(List<String> names) {
        return "'" + String.join("', '", names) + "'";
    }
}
