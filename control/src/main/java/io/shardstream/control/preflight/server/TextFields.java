package io.shardstream.control.preflight.server;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// The fields of a mapping that are analysed and indexed as text, which is what costs most when documents are
/// written.
final class TextFields {
    private static final Set<String> TYPES = Set.of("text", "match_only_text", "annotated_text", "search_as_you_type");

    private final Set<String> names = new TreeSet<>();

    private TextFields() {}

    /// Full names, sub-fields too.
    ///
    /// @param mapping its root object
    static Set<String> of(JsonNode mapping) {
        TextFields fields = new TextFields();
        fields.within("", mapping.path("properties"));
        return fields.names;
    }

    private void within(String above, JsonNode fields) {
        fields.properties().forEach(entry -> {
            String name = above + entry.getKey();
            JsonNode field = entry.getValue();
            if (TYPES.contains(field.path("type").asString(""))
                    && field.path("index").asBoolean(true)) {
                names.add(name);
            }
            within(name + ".", field.path("properties"));
            within(name + ".", field.path("fields"));
        });
    }
}
