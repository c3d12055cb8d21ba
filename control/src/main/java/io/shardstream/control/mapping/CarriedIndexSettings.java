package io.shardstream.control.mapping;

import io.shardstream.control.index.SettingNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Settings of a source that its target follows while a run lasts: limits that can be changed while an index is open,
/// of which production notices on the other side of a cut-over, or without which the target refuses a mapping that the
/// source has. Everything else is told and left to people.
public final class CarriedIndexSettings {
    private static final List<String> NAMES = List.of(
            "index.max_result_window",
            "index.max_inner_result_window",
            "index.max_rescore_window",
            "index.max_docvalue_fields_search",
            "index.max_script_fields",
            "index.max_terms_count",
            "index.max_regex_length",
            "index.max_ngram_diff",
            "index.max_shingle_diff",
            "index.max_slices_per_scroll",
            "index.max_slices_per_pit",
            "index.analyze.max_token_count",
            "index.highlight.max_analyzed_offset",
            "index.query.default_field",
            "index.mapping.total_fields.limit",
            "index.mapping.total_fields.ignore_dynamic_beyond_limit",
            "index.mapping.depth.limit",
            "index.mapping.nested_fields.limit",
            "index.mapping.nested_objects.limit",
            "index.mapping.field_name_length.limit",
            "index.mapping.dimension_fields.limit");
    private static final Set<String> ALL = Set.copyOf(NAMES);
    /// What belongs to the one index: blocks, such as that of a cut-over, and what the server notes beside them.
    private static final SettingNames OWN =
            new SettingNames(List.of("index.blocks.", "index.routing.", "index.version.", "index.verified_read_only"));

    private CarriedIndexSettings() {}

    /// What the target lacks.
    ///
    /// @param own full names of settings that the run file has for the target
    public static List<MappingChange> changes(Map<String, JsonNode> source, Map<String, JsonNode> target, Set<String> own) {
        List<MappingChange> changes = new ArrayList<>();
        NAMES.stream()
                .filter(name -> !own.contains(name) && !Objects.equals(source.get(name), target.get(name)))
                .forEach(name -> changes.add(new MappingChange.Setting(name, source.get(name))));
        return changes;
    }

    /// Settings that have changed and that nobody carries, in alphabetical order.
    public static List<String> others(Map<String, JsonNode> before, Map<String, JsonNode> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        return names.stream()
                .filter(name ->
                        !ALL.contains(name) && !OWN.contain(name) && !Objects.equals(before.get(name), now.get(name)))
                .toList();
    }
}
