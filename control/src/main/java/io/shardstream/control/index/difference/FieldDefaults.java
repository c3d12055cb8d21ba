package io.shardstream.control.index.difference;

import io.shardstream.control.index.NumberKinds;
import io.shardstream.control.index.RangeKinds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What a parameter of a field is where the mapping does not say it. It goes by the kind of the field:
/// `norms` is true for `text` and false for `keyword` (`TextParams.norms` of Elasticsearch and of
/// OpenSearch). Of kinds that are not listed, such as vectors, whose `index` and `doc_values` go by the
/// version that made the index, the default is not known: a value that only one side says is a difference
/// then.
///
/// @param coerce what somebody has set for the index; empty if nobody has
/// @param ignoreMalformed what the index has, also by default; empty if that is not known
record FieldDefaults(String coerce, String ignoreMalformed) {
    private static final String TRUE = "true";
    private static final String FALSE = "false";

    /// Of each kind of field that has them.
    private static final Map<String, String> OF_ALL = Map.of(
            "enabled", TRUE,
            "ignore_z_value", TRUE,
            "store", FALSE,
            "fielddata", FALSE);

    private static final Set<String> NUMBERS = with(List.of(NumberKinds.ALL, Set.of("token_count")));
    private static final Set<String> SHAPES = Set.of("geo_shape", "shape");
    private static final Set<String> COERCED = with(List.of(NUMBERS, RangeKinds.ALL));
    private static final Set<String> TEXTS = Set.of("text", "search_as_you_type", "annotated_text");
    private static final Set<String> KEYWORDS = Set.of("keyword", "icu_collation_keyword");
    private static final Set<String> VALUES = with(
            List.of(NUMBERS, RangeKinds.ALL, KEYWORDS, Set.of("date", "date_nanos", "boolean", "ip", "geo_point")));
    private static final Set<String> INDEXED = with(List.of(VALUES, TEXTS, SHAPES, Set.of("flattened", "point")));

    private static Set<String> with(List<Set<String>> kinds) {
        return kinds.stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    static FieldDefaults of(IndexSettings settings) {
        // What servers tell as the default of this one is not what they do with numbers.
        return new FieldDefaults(
                settings.set(SettingsDifference.COERCE), settings.value("index.mapping.ignore_malformed"));
    }

    /// @param kind of the field, such as `keyword`
    /// @return empty if it is not known
    String value(String parameter, String kind) {
        return switch (parameter) {
            case "norms" -> TEXTS.contains(kind) ? TRUE : KEYWORDS.contains(kind) ? FALSE : "";
            case "index" -> INDEXED.contains(kind) ? TRUE : "";
            case "doc_values" -> VALUES.contains(kind) ? TRUE : kind.equals("binary") ? FALSE : "";
            case "index_options" -> TEXTS.contains(kind) ? "positions" : KEYWORDS.contains(kind) ? "docs" : "";
            case "eager_global_ordinals" -> kind.equals("join") ? TRUE : FALSE;
            case "coerce" -> otherwise(coerce, COERCED.contains(kind) ? TRUE : SHAPES.contains(kind) ? FALSE : "");
            case "ignore_malformed" -> otherwise(ignoreMalformed, FALSE);
            default -> OF_ALL.getOrDefault(parameter, "");
        };
    }

    private static String otherwise(String value, String usual) {
        return value.isEmpty() ? usual : value;
    }
}
