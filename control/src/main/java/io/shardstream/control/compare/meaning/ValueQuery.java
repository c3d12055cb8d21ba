package io.shardstream.control.compare.meaning;

import io.shardstream.control.compare.meaning.SearchedField.Values;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A query for the documents that have one certain value in a field. The same mapping does not let every
/// version search: Elasticsearch from 8.1 on finds what is not indexed (`index: false`) by doc values, and
/// older ones refuse that.
///
/// @param values by field; where there is none, the query has a value that is as good as any
record ValueQuery(Map<String, JsonNode> values) implements FoundByField.FieldQuery {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Pattern BEFORE_1970 = Pattern.compile("-[0-9]{1,18}");

    ValueQuery {
        values = Map.copyOf(values);
    }

    /// Whether there is such a query for both sides.
    static boolean isOf(FieldPair field) {
        Values values = field.source().values();
        return values != Values.NONE && values == field.target().values();
    }

    @Override
    public ObjectNode of(SearchedField field) {
        ObjectNode query = MAPPER.createObjectNode();
        String name = field.name();
        JsonNode known = values.get(name);
        switch (field.values()) {
            case DATES -> {
                String time = known == null ? "0" : known.asString("");
                query.putObject("range")
                        .putObject(name)
                        .put("gte", readable(time, Math::floorDiv))
                        .put("lte", readable(time, Math::ceilDiv))
                        .put("format", "epoch_millis");
            }
            case POINTS -> {
                ObjectNode box = query.putObject("geo_bounding_box").putObject(name);
                box.putObject("top_left").put("lat", 90).put("lon", -180);
                box.putObject("bottom_right").put("lat", -90).put("lon", 180);
            }
            case NUMBERS, KEYWORDS, ADDRESSES, FLAGS, NONE ->
                query.putObject("term").set(name, known == null ? any(field.values()) : known);
        }
        return query;
    }

    /// Elasticsearch 7 prints each time before 1970 as `epoch_millis`, and reads only those of whole seconds
    /// (its `DateFormatter` in 7.10.2 and 7.17.29; that of 8.19 reads all).
    private static String readable(String time, LongBinaryOperator toSecond) {
        return BEFORE_1970.matcher(time).matches()
                ? "" + toSecond.applyAsLong(Long.parseLong(time), 1000) * 1000
                : time;
    }

    private static JsonNode any(Values values) {
        return MAPPER.valueToTree(
                switch (values) {
                    case ADDRESSES -> "0.0.0.0";
                    case FLAGS -> true;
                    case DATES, NUMBERS, KEYWORDS, POINTS, NONE -> 0;
                });
    }
}
