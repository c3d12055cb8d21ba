package io.shardstream.control.source;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Vector fields, which Elasticsearch 9.2 and later keep out of the stored `_source` unless told otherwise, and
/// write back into it when asked to.
public final class Vectors {
    private static final Set<String> TYPES = Set.of("dense_vector", "sparse_vector", "rank_vectors");
    private static final String LEFT_OUT = "index.mapping.exclude_source_vectors";

    private Vectors() {}

    /// What is to be said of an index before it is copied, empty if it has no such field.
    ///
    /// @param settings effective settings by full name, with defaults
    public static Optional<String> noteOf(String index, JsonNode mappings, Map<String, String> settings) {
        if (!settings.getOrDefault(LEFT_OUT, "false").equals("true") || !hasVector(mappings)) {
            return Optional.empty();
        }
        return Optional.of("Source index '" + index + "' has vector fields, which its server does not keep as they were"
                + " written (" + LEFT_OUT + "): its documents are copied as it writes them anew, equal as JSON but not"
                + " always byte for byte.");
    }

    private static boolean hasVector(JsonNode mapping) {
        JsonNode type = mapping.path("type");
        if (type.isString() && TYPES.contains(type.stringValue())) {
            return true;
        }
        for (JsonNode part : mapping) {
            if (part.isObject() && hasVector(part)) {
                return true;
            }
        }
        return false;
    }
}
