package io.shardstream.control.index.target;

import static io.shardstream.control.index.ServerLine.ELASTICSEARCH_7;
import static io.shardstream.control.index.ServerLine.ELASTICSEARCH_8;
import static io.shardstream.control.index.ServerLine.ELASTICSEARCH_9;
import static io.shardstream.control.index.ServerLine.OPENSEARCH;

import io.shardstream.control.index.ServerLine;
import io.shardstream.control.index.SettingNames;
import java.util.List;
import java.util.Set;

/// Index settings that are known to be right to carry from an index to its copy, and the servers that know
/// them by this name and meaning (`IndexScopedSettings.BUILT_IN_INDEX_SETTINGS` of Elasticsearch 7.17, 8.19
/// and 9.5, and of OpenSearch 3). They say how documents are analysed, stored, found and merged, and none of
/// them lets the server change, refuse or fetch documents by itself.
///
/// @param names of the settings; a name that ends with a dot stands for all below it
/// @param servers that know them
record SettingsToCarry(SettingNames names, Set<ServerLine> servers) {
    private static final List<SettingsToCarry> ALL = List.of(
            on(
                    Set.of(ServerLine.values()),
                    // Groups whose names below are free, or which stand or fall together.
                    "index.analysis.",
                    "index.similarity.",
                    "index.sort.",
                    // Limits.
                    "index.analyze.max_token_count",
                    "index.highlight.max_analyzed_offset",
                    "index.mapping.coerce",
                    "index.mapping.depth.limit",
                    "index.mapping.field_name_length.limit",
                    "index.mapping.ignore_malformed",
                    "index.mapping.nested_fields.limit",
                    "index.mapping.nested_objects.limit",
                    "index.mapping.total_fields.limit",
                    "index.max_docvalue_fields_search",
                    "index.max_inner_result_window",
                    "index.max_ngram_diff",
                    "index.max_refresh_listeners",
                    "index.max_regex_length",
                    "index.max_rescore_window",
                    "index.max_result_window",
                    "index.max_script_fields",
                    "index.max_shingle_diff",
                    "index.max_slices_per_scroll",
                    "index.max_terms_count",
                    // Searching.
                    "index.hidden",
                    "index.query.default_field",
                    "index.query.parse.allow_unmapped_fields",
                    "index.query_string.lenient",
                    "index.queries.cache.enabled",
                    "index.requests.cache.enable",
                    "index.refresh_interval",
                    "index.search.idle.after",
                    "index.fielddata.cache",
                    "index.load_fixed_bitset_filters_eagerly",
                    "index.warmer.enabled",
                    "index.search.slowlog.threshold.",
                    // Writing and keeping.
                    "index.codec",
                    "index.compound_format",
                    "index.format",
                    "index.gc_deletes",
                    "index.indexing.slowlog.reformat",
                    "index.indexing.slowlog.source",
                    "index.indexing.slowlog.threshold.",
                    "index.merge.policy.deletes_pct_allowed",
                    "index.merge.policy.expunge_deletes_allowed",
                    "index.merge.policy.floor_segment",
                    "index.merge.policy.max_merge_at_once",
                    "index.merge.policy.max_merged_segment",
                    "index.merge.policy.segments_per_tier",
                    "index.merge.scheduler.auto_throttle",
                    "index.merge.scheduler.max_merge_count",
                    "index.merge.scheduler.max_thread_count",
                    "index.shard.check_on_startup",
                    "index.store.preload",
                    "index.store.stats_refresh_interval",
                    "index.translog.durability",
                    "index.translog.flush_threshold_size",
                    "index.translog.generation_threshold_size",
                    "index.translog.sync_interval",
                    "index.write.wait_for_active_shards",
                    // Its shards.
                    "index.allocation.max_retries",
                    "index.auto_expand_replicas",
                    "index.priority",
                    "index.routing_partition_size",
                    "index.unassigned.node_left.delayed_timeout"),
            on(
                    Set.of(ELASTICSEARCH_7, OPENSEARCH),
                    "index.indexing.slowlog.level",
                    "index.search.slowlog.level",
                    "index.max_adjacency_matrix_filters",
                    "index.optimize_auto_generated_id"),
            on(
                    Set.of(ELASTICSEARCH_7, ELASTICSEARCH_8, ELASTICSEARCH_9),
                    "index.mapping.dimension_fields.limit",
                    "index.merge.policy.merge_factor",
                    "index.merge.policy.type"),
            on(
                    Set.of(ELASTICSEARCH_8, ELASTICSEARCH_9),
                    "index.bloom_filter_for_id_field.enabled",
                    "index.highlight.weight_matches_mode.enabled",
                    "index.indexing.slowlog.include.user",
                    "index.search.slowlog.include.user",
                    "index.mapping.ignore_above",
                    "index.mapping.source.mode",
                    "index.mapping.total_fields.ignore_dynamic_beyond_limit",
                    "index.mode",
                    "index.seq_no.index_options"),
            on(
                    Set.of(ELASTICSEARCH_9),
                    "index.dense_vector.hnsw_enable_early_termination",
                    "index.dense_vector.hnsw_filter_heuristic",
                    "index.flush_after_merge",
                    "index.mapping.array_objects.limit",
                    "index.mapping.field_name_length.ignore_dynamic_beyond_limit",
                    "index.mapping.nested_parents.limit"),
            on(
                    Set.of(OPENSEARCH),
                    "index.codec.compression_level",
                    "index.knn",
                    "index.knn.algo_param.",
                    "index.knn.space_type"));

    private static SettingsToCarry on(Set<ServerLine> servers, String... names) {
        return new SettingsToCarry(new SettingNames(List.of(names)), servers);
    }

    /// Whether both servers know the setting, and mean the same by it.
    static boolean contain(String setting, ServerLine source, ServerLine target) {
        return ALL.stream()
                .anyMatch(some ->
                        some.names.contain(setting) && some.servers.contains(source) && some.servers.contains(target));
    }

    /// Whether any server is known to have the setting.
    static boolean contain(String setting) {
        return ALL.stream().anyMatch(some -> some.names.contain(setting));
    }
}
