package io.shardstream.control.index.difference;

import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// One parameter of a field in both mappings (`mapping-params` of Elasticsearch's reference).
///
/// @param name such as `analyzer`
/// @param source its value there, or what it is unless it is given; empty if that is not known
/// @param target likewise
record FieldParameter(String name, String source, String target) {
    private static final Set<String> FORGIVING = Set.of("coerce", "ignore_malformed", "ignore_z_value");
    private static final Set<String> SHAPE = Set.of("format", "dims", "dimension", "locale", "scaling_factor");
    private static final Set<String> FINDABLE = Set.of("index", "doc_values", "enabled", "fielddata");
    private static final Set<String> SEARCH = Set.of(
            "analyzer",
            "search_analyzer",
            "search_quote_analyzer",
            "normalizer",
            "similarity",
            "index_options",
            "norms",
            "index_prefixes",
            "index_phrases",
            "term_vector",
            "position_increment_gap",
            "boost",
            "null_value",
            "copy_to",
            "split_queries_on_whitespace",
            "fielddata_frequency_filter",
            "max_shingle_size",
            "positive_score_impact",
            "preserve_separators",
            "preserve_position_increments",
            "max_input_length",
            "contexts",
            "relations",
            "include_in_parent",
            "include_in_root",
            "path",
            "script",
            "element_type",
            "data_type",
            "method",
            "space_type",
            "inference_id",
            "search_inference_id");
    /// What only decides when a server does its work.
    private static final Set<String> UNNOTICED = Set.of("eager_global_ordinals");

    private static final String LONGEST_INDEXED = "ignore_above";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    /// @param kind of the field on both sides
    /// @param defaults of the source and of the target
    static FieldParameter of(String name, String kind, JsonNode source, JsonNode target, BothDefaults defaults) {
        return new FieldParameter(
                name, value(name, kind, source, defaults.source()), value(name, kind, target, defaults.target()));
    }

    private static String value(String name, String kind, JsonNode field, FieldDefaults defaults) {
        JsonNode value = field.path(name);
        if (!value.isMissingNode()) {
            return value.asString(value.toString());
        }
        return switch (name) {
            case "search_quote_analyzer" -> value("search_analyzer", kind, field, defaults);
            case "search_analyzer" -> value("analyzer", kind, field, defaults);
            default -> defaults.value(name, kind);
        };
    }

    boolean differs() {
        return !source.equals(target);
    }

    MappingEffect effect() {
        if (FORGIVING.contains(name)) {
            return source.equals("true") ? MappingEffect.STRICTER : MappingEffect.OTHER;
        }
        if (SHAPE.contains(name)) {
            return MappingEffect.STRICTER;
        }
        if (FINDABLE.contains(name)) {
            return target.equals("false") ? MappingEffect.NOT_FOUND : MappingEffect.OTHER;
        }
        if (name.equals(LONGEST_INDEXED)) {
            return isLess() ? MappingEffect.NOT_FOUND : MappingEffect.OTHER;
        }
        return SEARCH.contains(name) ? MappingEffect.FOUND_OTHERWISE : MappingEffect.OTHER;
    }

    /// Whether whoever searches or writes may notice that it differs.
    static boolean isNoticed(String name) {
        return !UNNOTICED.contains(name);
    }

    /// Without a limit values of any length are indexed.
    private boolean isLess() {
        return NUMBER.matcher(target).matches()
                && (!NUMBER.matcher(source).matches() || Long.parseLong(target) < Long.parseLong(source));
    }

    /// Such as `name.raw (ignore_above: 256 → 64)`.
    String words(String path) {
        return path + " (" + name + ": " + shown(source) + " → " + shown(target) + ")";
    }

    private static String shown(String value) {
        return value.isEmpty() ? "not set" : value;
    }
}
