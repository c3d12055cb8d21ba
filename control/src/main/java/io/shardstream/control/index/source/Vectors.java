package io.shardstream.control.index.source;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Vector fields, which Elasticsearch 9.2 and later keep out of the stored `_source` unless told otherwise,
/// and write back into it when asked to. So does k-NN of OpenSearch 3.0 and later in indices that have it
/// (`KNNSettings.KNN_DERIVED_SOURCE_ENABLED_SETTING`).
public final class Vectors {
    private static final Set<String> TYPES = Set.of("dense_vector", "sparse_vector", "rank_vectors");
    private static final Set<String> TYPES_OF_KNN = Set.of("knn_vector");
    private static final String LEFT_OUT = "index.mapping.exclude_source_vectors";
    private static final String DERIVED = "index.knn.derived_source.enabled";

    private Vectors() {}

    /// What is to be said of an index before it is copied, empty if it has no such field.
    ///
    /// @param settings effective settings by full name, with defaults
    public static Optional<String> noteOf(String index, JsonNode mappings, Map<String, String> settings) {
        return noteOf(index, LEFT_OUT, settings, hasVector(mappings, TYPES))
                .or(() -> noteOf(index, DERIVED, settings, hasVector(mappings, TYPES_OF_KNN)));
    }

    private static Optional<String> noteOf(
            String index, String setting, Map<String, String> settings, boolean hasVector) {
        if (!settings.getOrDefault(setting, "false").equals("true") || !hasVector) {
            return Optional.empty();
        }
        return Optional.of("Source index '" + index + "' has vector fields, which its server does not keep as they were"
                + " written (" + setting + "): its documents are copied as it writes them anew, equal as JSON but not"
                + " always byte for byte.");
    }

    private static boolean hasVector(JsonNode mapping, Set<String> types) {
        JsonNode type = mapping.path("type");
        if (type.isString() && types.contains(type.stringValue())) {
            return true;
        }
        for (JsonNode part : mapping) {
            if (part.isObject() && hasVector(part, types)) {
                return true;
            }
        }
        return false;
    }
}
