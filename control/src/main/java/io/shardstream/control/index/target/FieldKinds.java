package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.ServerLine;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The kinds of a mapping's fields, and those of them that a server is known not to have. A server refuses a
/// mapping for the first of them only.
public final class FieldKinds {
    /// The mappers of Elasticsearch's own licence, which OpenSearch never had.
    private static final Set<String> NOT_IN_OPENSEARCH = Set.of(
            "aggregate_metric_double",
            "counted_keyword",
            "dense_vector",
            "exponential_histogram",
            "flattened",
            "histogram",
            "passthrough",
            "point",
            "rank_vectors",
            "semantic_text",
            "shape");

    /// Elasticsearch's, and since 3.2 OpenSearch's (`SemanticVersionFieldMapper`).
    private static final String VERSION = "version";

    /// `FlatObjectFieldMapper` of OpenSearch, and what its k-NN, neural and geospatial plug-ins bring.
    private static final Set<String> OPENSEARCH_ONLY = Set.of("flat_object", "semantic", "xy_point", "xy_shape");

    /// Open Distro had a plug-in for it on Elasticsearch 7.
    private static final String KNN_VECTOR = "knn_vector";

    /// All of them came with Elasticsearch 8.13 or later.
    private static final Set<String> SINCE_ELASTICSEARCH_8 =
            Set.of("counted_keyword", "exponential_histogram", "passthrough", "rank_vectors", "semantic_text");

    /// Elasticsearch's fields that are computed when they are searched. OpenSearch calls its own `derived`.
    private static final String RUNTIME = "runtime";

    private static final String DERIVED = "derived";
    /// Where OpenSearch's star trees stand (`StarTreeMapper`).
    private static final String COMPOSITE = "composite";

    private static final int MOST_NAMED = 50;

    private FieldKinds() {}

    /// Types by full name, those of sub-fields too.
    ///
    /// @param mapping its root object
    public static Map<String, String> byName(JsonNode mapping) {
        return typesOf("", mapping);
    }

    /// What keeps the target from being made: all at once, where the server names one.
    ///
    /// @param target as it would be made
    public static Optional<Finding> problem(WantedTarget target, Server server) {
        Map<String, String> missing = missing(target.description().mappings(), server);
        if (target.exists() || missing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(Finding.blocks(
                FindingCode.FIELD_KINDS_MISSING,
                server + " does not have kinds of fields that target index '" + target.name() + "' would have: "
                        + words(missing, MOST_NAMED) + ".",
                "Give the target a mapping of its own under target.mappings, in which they have kinds that its server"
                        + " has, such as flat_object for flattened on OpenSearch."));
    }

    /// Fields with their kinds, in a sentence.
    ///
    /// @param most of them that are named
    public static String words(Map<String, String> fields, int most) {
        return fields.entrySet().stream()
                        .limit(most)
                        .map(field -> "'" + Printable.of(field.getKey()) + "' (" + field.getValue() + ")")
                        .collect(Collectors.joining(", "))
                + (fields.size() > most ? " and " + (fields.size() - most) + " more" : "");
    }

    private static Map<String, String> missing(JsonNode mapping, Server server) {
        Map<String, String> missing = new TreeMap<>(byName(mapping));
        missing.values().removeIf(type -> !isMissing(type, server));
        for (String computed : List.of(RUNTIME, DERIVED, COMPOSITE)) {
            if (isMissing(computed, server)) {
                mapping.path(computed).propertyNames().forEach(name -> missing.put(name, computed));
            }
        }
        return missing;
    }

    private static boolean isMissing(String type, Server server) {
        return switch (ServerLine.of(server)) {
            // All that only OpenSearch has came with its version 2 or later.
            case OPENSEARCH ->
                NOT_IN_OPENSEARCH.contains(type)
                        || type.equals(RUNTIME)
                        || (type.equals(VERSION) && isBefore32(server))
                        || (server.major() == 1 && isOfOpenSearch(type));
            case ELASTICSEARCH_7 -> isOfOpenSearch(type) || SINCE_ELASTICSEARCH_8.contains(type);
            case ELASTICSEARCH_8, ELASTICSEARCH_9 -> isOfOpenSearch(type) || type.equals(KNN_VECTOR);
            case UNKNOWN -> false;
        };
    }

    private static boolean isBefore32(Server server) {
        return server.major() < 3 || (server.major() == 3 && server.minor() < 2);
    }

    private static boolean isOfOpenSearch(String type) {
        return OPENSEARCH_ONLY.contains(type) || type.equals(DERIVED) || type.equals(COMPOSITE);
    }

    private static Map<String, String> typesOf(String above, JsonNode definition) {
        Map<String, String> types = new TreeMap<>();
        for (String part : List.of("properties", "fields")) {
            definition.path(part).forEachEntry((name, field) -> {
                String full = above + name;
                if (field.path("type").isString()) {
                    types.put(full, field.path("type").stringValue());
                }
                types.putAll(typesOf(full + ".", field));
            });
        }
        return types;
    }
}
