package io.shardstream.control.source;

import io.shardstream.common.routing.ShardRouting;
import io.shardstream.common.version.VersionWord;
import io.shardstream.control.index.IndexDescription;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What keeps an index from being copied, or from being a target. Each rule is a sentence; the first that applies is
/// told.
///
/// A missing `_source` cannot be copied, a filtered one would lose fields, a synthetic one is made up
/// anew from doc values and not what was sent. Without sequence numbers
/// (`index.disable_sequence_numbers`, Elasticsearch 9.4) there is nothing to read by: a search finds none
/// and gives -2 for each, so neither can a version word be made nor be known what is settled.
public final class SourceRules {
    /// How an index does not keep what was written.
    private enum Loss {
        DISABLED(
                "has _source disabled",
                ": there is nothing to copy. Fill the target from where the documents came from."),
        FILTERED(
                "keeps only parts of _source (includes or excludes in its mapping)",
                ": a copy would lose the others. Fill the target from where the documents came from."),
        SYNTHETIC(
                "has a synthetic _source, which is not what was written",
                ": it cannot be copied byte for byte, and Shardstream does not copy it otherwise.");

        private final String what;
        private final String whyNotCopied;

        Loss(String what, String whyNotCopied) {
            this.what = what;
            this.whyNotCopied = whyNotCopied;
        }
    }

    private SourceRules() {}

    /// Why the index cannot be copied, empty if it can.
    ///
    /// @param settings effective settings by full name, with defaults
    public static Optional<String> problemOf(IndexDescription index, Map<String, String> settings) {
        String what = "Source index '" + index.name() + "' ";
        return problem(index, settings).map(problem -> what + problem);
    }

    /// Why the index cannot be a target, empty if it keeps `_source` as it is and has no more shards than a run has
    /// partitions.
    ///
    /// @param settings effective settings by full name, with defaults
    public static Optional<String> problemOfTarget(IndexDescription index, Map<String, String> settings) {
        return tooManyShardsOfTarget(index)
                .or(() -> lossOf(index, settings)
                        .map(loss -> "Target index '" + index.name() + "' " + loss.what
                                + ": a target must keep every document"
                                + " as it is. Change target.mappings or target.settings, and delete the index or name"
                                + " another."));
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

    private static Optional<String> problem(IndexDescription index, Map<String, String> settings) {
        Optional<Loss> loss = lossOf(index, settings);
        if (loss.isPresent()) {
            return loss.map(found -> found.what + found.whyNotCopied);
        }
        if (lower(settings, "index.mode").equals("time_series")) {
            return Optional.of("is a time series index, which cannot be written with versions: Shardstream"
                    + " does not copy it.");
        }
        if (lower(settings, "index.disable_sequence_numbers").equals("true")) {
            return Optional.of("has its sequence numbers disabled (index.disable_sequence_numbers), by which"
                    + " Shardstream reads: it cannot be copied.");
        }
        if (index.shards() > VersionWord.MAX_SOURCE_SHARDS) {
            return Optional.of(
                    "has " + index.shards() + " shards; at most " + VersionWord.MAX_SOURCE_SHARDS + " can be copied.");
        }
        return Optional.empty();
    }

    private static Optional<Loss> lossOf(IndexDescription index, Map<String, String> settings) {
        JsonNode source = index.mappings().path("_source");
        String mode = source.path("mode").asString(lower(settings, "index.mapping.source.mode"));
        if (!source.path("enabled").asBoolean(true) || mode.equals("disabled")) {
            return Optional.of(Loss.DISABLED);
        }
        if (!source.path("includes").isEmpty() || !source.path("excludes").isEmpty()) {
            return Optional.of(Loss.FILTERED);
        }
        return mode.equals("synthetic") ? Optional.of(Loss.SYNTHETIC) : Optional.empty();
    }

    private static String lower(Map<String, String> settings, String name) {
        return settings.getOrDefault(name, "").toLowerCase(Locale.ROOT);
    }
}
