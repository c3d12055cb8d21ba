package io.shardstream.control.index.difference;

import io.shardstream.control.index.SettingNames;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;

/// Settings by what follows if the target has them otherwise. The first that fits is the one
/// (`index-modules` and `index-settings` of Elasticsearch's reference).
enum SettingGroup {
    FEWER_DOCUMENTS(
            FindingCode.FEWER_DOCUMENTS_TAKEN,
            Severity.WARNS,
            "The target takes fewer documents than the source did",
            "Documents beyond these limits become rejects: take the source's values over under target.settings.") {
        // The limits of `index.mapping.`, and what is forgiven (`coerce`, `ignore_malformed`).
        @Override
        boolean fits(SettingChange change) {
            return change.name().startsWith("index.mapping.") && (change.isLess() || change.isSwitchedOff());
        }
    },
    ANALYSIS(
            FindingCode.ANALYSIS_DIFFERS,
            Severity.WARNS,
            "The target analyses text otherwise",
            "Searches may find other documents, and order them otherwise. Take index.analysis over from the source,"
                    + " unless this is what the copy is for.",
            "index.analysis."),
    SIMILARITY(
            FindingCode.SIMILARITY_DIFFERS,
            Severity.WARNS,
            "The target scores what is found otherwise",
            "Searches order what they find otherwise, unless this is what the copy is for.",
            "index.similarity."),
    SMALLER_SEARCHES(
            FindingCode.SMALLER_SEARCHES_TAKEN,
            Severity.WARNS,
            "The target takes smaller searches than the source",
            "Searches of production that ask for more fail after a cut-over: take the source's values over under"
                    + " target.settings.") {
        @Override
        boolean fits(SettingChange change) {
            return change.isLess()
                    && (change.name().startsWith("index.max_")
                            || change.name().equals("index.highlight.max_analyzed_offset")
                            || change.name().equals("index.analyze.max_token_count"));
        }
    },
    QUERIES(
            FindingCode.QUERY_DEFAULTS_DIFFER,
            Severity.WARNS,
            "The target reads queries otherwise",
            "Searches that name no field, or rely on these defaults, find other documents. A search pipeline"
                    + " (index.search.default_pipeline) is no part of a copy: make it in the target's cluster, and set"
                    + " it on the target.",
            "index.query.",
            "index.query_string.",
            "index.search.default_pipeline"),
    SORT(
            FindingCode.INDEX_SORT_DIFFERS,
            Severity.WARNS,
            "The target's segments are sorted otherwise",
            "It cannot be changed once the target is there: searches in that order end early with it only, and it"
                    + " makes writing cost more.",
            "index.sort."),
    REFRESH(
            FindingCode.REFRESH_DIFFERS,
            Severity.NOTES,
            "The target shows what is written at another time",
            "Set it as production needs it before 'cutover'.",
            "index.refresh_interval",
            "index.search.idle."),
    COPIES(
            FindingCode.COPIES_DIFFER,
            Severity.NOTES,
            "The target has another number of copies",
            "Set it as production needs it before 'cutover'.",
            "index.number_of_replicas",
            "index.auto_expand_replicas",
            "index.write.wait_for_active_shards"),
    OTHER(FindingCode.SETTING_DIFFERS, Severity.NOTES, "Other settings that the target has otherwise", "", "");

    /// Of the other settings those that only decide how a server does its work: how it stores, merges and
    /// caches, what it logs, where and when it starts shards. Any other, also one of a plug-in, may decide
    /// what is taken or found: without `index.knn` searches for vectors are refused.
    private static final SettingNames OF_WORK = new SettingNames(List.of(
            "index.allocation.",
            "index.bloom_filter_for_id_field.enabled",
            "index.codec",
            "index.codec.",
            "index.composite_index",
            "index.compound_format",
            "index.fielddata.cache",
            "index.flush_after_merge",
            "index.format",
            "index.frozen",
            "index.indexing.slowlog.",
            "index.load_fixed_bitset_filters_eagerly",
            "index.merge.",
            "index.merge_on_flush.",
            "index.optimize_auto_generated_id",
            "index.optimize_doc_id_lookup.",
            "index.priority",
            "index.queries.cache.enabled",
            "index.requests.cache.enable",
            "index.search.concurrent.",
            "index.search.concurrent_segment_search.",
            "index.search.slowlog.",
            "index.search.star_tree_index.enabled",
            "index.search.throttled",
            "index.seq_no.index_options",
            "index.shard.check_on_startup",
            "index.store.",
            "index.translog.",
            "index.unassigned.",
            "index.use_compound_file",
            "index.warmer.enabled",
            // Where the target takes more of these, nobody is refused.
            "index.analyze.max_token_count",
            "index.highlight.max_analyzed_offset"));

    private final FindingCode code;
    private final Severity severity;
    private final String what;
    private final String advice;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> beginnings;

    SettingGroup(FindingCode code, Severity severity, String what, String advice, String... beginnings) {
        this.code = code;
        this.severity = severity;
        this.what = what;
        this.advice = advice;
        this.beginnings = List.of(beginnings);
    }

    static SettingGroup of(SettingChange change) {
        for (SettingGroup group : values()) {
            if (group.fits(change)) {
                return group;
            }
        }
        return OTHER;
    }

    /// Whether whoever searches or writes notices it. How many copies there are and when writes are shown is
    /// judged by the conditions of a cut-over, as the run may have changed it for its time.
    static boolean isNoticed(SettingChange change) {
        return switch (of(change)) {
            case FEWER_DOCUMENTS, ANALYSIS, SIMILARITY, SMALLER_SEARCHES, QUERIES, SORT -> true;
            case REFRESH, COPIES -> false;
            case OTHER -> !OF_WORK.contain(change.name());
        };
    }

    boolean fits(SettingChange change) {
        return beginnings.stream().anyMatch(change.name()::startsWith);
    }

    FindingCode code() {
        return code;
    }

    Severity severity() {
        return severity;
    }

    /// The beginning of a sentence.
    String what() {
        return what;
    }

    String advice() {
        return advice;
    }
}
