package io.shardstream.control.target;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// What the run file says about the target index, where it differs from the source.
///
/// @param index its name
/// @param shards its number of shards, else the source's
/// @param replicas its number of replicas, else the source's
/// @param settings index settings, with or without the prefix `index.`; a JSON null leaves the source's out
/// @param mappings used instead of the source's
public record TargetSettings(
        String index,
        OptionalInt shards,
        OptionalInt replicas,
        Map<String, JsonNode> settings,
        Optional<JsonNode> mappings) {
    private static final String PREFIX = "index.";

    public TargetSettings {
        settings = Collections.unmodifiableMap(withPrefix(settings));
    }

    /// @param settings nested or dotted, with or without `index` in front
    public static TargetSettings of(
            String index, OptionalInt shards, OptionalInt replicas, JsonNode settings, Optional<JsonNode> mappings) {
        Map<String, JsonNode> flat = new LinkedHashMap<>();
        flatten("", settings, flat);
        return new TargetSettings(index, shards, replicas, flat, mappings);
    }

    private static void flatten(String above, JsonNode settings, Map<String, JsonNode> flat) {
        settings.properties().forEach(entry -> {
            String name = above + entry.getKey();
            if (entry.getValue().isObject()) {
                flatten(name + ".", entry.getValue(), flat);
            } else {
                flat.put(name, entry.getValue());
            }
        });
    }

    private static Map<String, JsonNode> withPrefix(Map<String, JsonNode> settings) {
        Map<String, JsonNode> full = new LinkedHashMap<>();
        settings.forEach((name, value) -> full.put(name.startsWith(PREFIX) ? name : PREFIX + name, value));
        return full;
    }
}
