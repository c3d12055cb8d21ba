package io.shardstream.control.index.target;

import io.shardstream.control.index.SettingNames;
import io.shardstream.control.index.SettingText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Settings of a source that its target follows while a run lasts: limits that can be changed while an index
/// is open, of which production notices on the other side of a cut-over, or without which the target refuses
/// a mapping that the source has. Everything else is told and left to people.
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
    /// What belongs to the one index: blocks, such as that of a cut-over, and what the server notes beside
    /// them.
    private static final SettingNames OWN =
            new SettingNames(List.of("index.blocks.", "index.routing.", "index.version.", "index.verified_read_only"));

    private CarriedIndexSettings() {}

    /// Of these names of settings those that would be carried.
    ///
    /// @param wished names that the run file has for the target; one of a group stands for all below it,
    ///     which a null there leaves out
    public static Set<String> own(Set<String> wished) {
        return NAMES.stream()
                .filter(name -> wished.stream().anyMatch(wish -> (name + ".").startsWith(wish + ".")))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// What the target lacks. A limit of the mapping is not lowered while a run lasts: the target would take
    /// no change of its mapping any more ([MappingLimit]).
    ///
    /// @param own full names of settings that are the target's own
    public static List<MappingChange.Setting> changes(
            Map<String, JsonNode> source, Map<String, JsonNode> target, Set<String> own) {
        return differing(source, target, own)
                .filter(name -> !MappingLimit.isLowered(name, target.get(name), source.get(name)))
                .map(name -> new MappingChange.Setting(name, source.get(name)))
                .toList();
    }

    /// Limits that the target keeps although the source's are lower, with both values, for people.
    ///
    /// @param own full names of settings that are the target's own
    public static List<String> higher(Map<String, JsonNode> source, Map<String, JsonNode> target, Set<String> own) {
        return differing(source, target, own)
                .filter(name -> MappingLimit.isLowered(name, target.get(name), source.get(name)))
                .map(name -> words(name, source, target))
                .toList();
    }

    private static Stream<String> differing(
            Map<String, JsonNode> source, Map<String, JsonNode> target, Set<String> own) {
        return NAMES.stream()
                .filter(name -> !own.contains(name) && !Objects.equals(source.get(name), target.get(name)));
    }

    /// Whether the setting limits what a mapping may have.
    public static boolean isMappingLimit(String name) {
        return MappingLimit.is(name);
    }

    /// A setting with both values, for people.
    public static String words(String name, Map<String, JsonNode> source, Map<String, JsonNode> target) {
        return name + " (" + words(target.get(name)) + ", and " + words(source.get(name)) + " in the source)";
    }

    private static String words(@Nullable JsonNode value) {
        return value == null ? "its default" : SettingText.of(value);
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
