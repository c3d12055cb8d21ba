package io.shardstream.control.index.difference;

import tools.jackson.databind.JsonNode;

/// What an index is told to do with documents and searches.
///
/// @param mapping the mapping's root object
/// @param settings its settings
public record IndexDefinition(JsonNode mapping, IndexSettings settings) {
    /// Whether it takes documents with a routing only.
    public boolean isRoutingRequired() {
        return mapping.path("_routing").path("required").asBoolean(false);
    }
}
