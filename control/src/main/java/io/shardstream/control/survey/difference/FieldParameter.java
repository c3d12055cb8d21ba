package io.shardstream.control.survey.difference;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// One parameter of a field in both mappings (`mapping-params` of Elasticsearch's reference).
///
/// @param name such as `analyzer`
/// @param source its value there, or what it is unless it is given; empty if that is not known
/// @param target likewise
record FieldParameter(String name, String source, String target) {
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("index", "true"),
            Map.entry("doc_values", "true"),
            Map.entry("enabled", "true"),
            Map.entry("norms", "true"),
            Map.entry("coerce", "true"),
            Map.entry("ignore_malformed", "false"),
            Map.entry("store", "false"),
            Map.entry("fielddata", "false"),
            Map.entry("eager_global_ordinals", "false"),
            Map.entry("ignore_z_value", "true"));
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
            "split_queries_on_whitespace");
    /// What only decides when a server does its work.
    private static final Set<String> UNNOTICED = Set.of("eager_global_ordinals", "fielddata_frequency_filter");

    private static final String LONGEST_INDEXED = "ignore_above";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    static FieldParameter of(String name, JsonNode source, JsonNode target) {
        return new FieldParameter(name, value(name, source), value(name, target));
    }

    private static String value(String name, JsonNode field) {
        JsonNode value = field.path(name);
        String otherwise = name.equals("search_analyzer") ? value("analyzer", field) : DEFAULTS.getOrDefault(name, "");
        return value.isMissingNode() ? otherwise : value.asString(value.toString());
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
