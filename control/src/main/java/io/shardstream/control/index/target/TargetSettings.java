package io.shardstream.control.index.target;

import io.shardstream.control.index.IndexDescription;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// What the run file says about the target index, where it differs from the source.
///
/// @param index its name
/// @param shards its number of shards, else the source's
/// @param replicas its number of replicas, at the end and until then
/// @param settings index settings, with or without the prefix `index.`; a JSON null leaves the source's out,
///     at a group all below it
/// @param mappings used instead of the source's
/// @param acceptsAsItIs whether an index that is there is taken although it is not as this says
public record TargetSettings(
        String index,
        OptionalInt shards,
        TargetReplicas replicas,
        Map<String, JsonNode> settings,
        Optional<JsonNode> mappings,
        boolean acceptsAsItIs) {
    private static final String PREFIX = "index.";

    public TargetSettings {
        settings = Collections.unmodifiableMap(withPrefix(settings));
    }

    /// One that has as many replicas from the beginning, and takes an index that is there only if it is as
    /// this says.
    public TargetSettings(
            String index,
            OptionalInt shards,
            OptionalInt replicas,
            Map<String, JsonNode> settings,
            Optional<JsonNode> mappings) {
        this(index, shards, TargetReplicas.of(replicas), settings, mappings, false);
    }

    /// @param settings nested or dotted, with or without `index` in front
    public static TargetSettings of(
            String index, OptionalInt shards, OptionalInt replicas, JsonNode settings, Optional<JsonNode> mappings) {
        Map<String, JsonNode> flat = new LinkedHashMap<>();
        flatten("", settings, flat);
        return new TargetSettings(index, shards, replicas, flat, mappings);
    }

    /// The same, which takes an index that is there whatever it is like, or does not.
    public TargetSettings acceptingAsItIs(boolean accepts) {
        return new TargetSettings(index, shards, replicas, settings, mappings, accepts);
    }

    /// The same with so many replicas until the backfill is done.
    public TargetSettings withReplicasWhileCopying(OptionalInt fewer) {
        return new TargetSettings(
                index, shards, new TargetReplicas(replicas.atEnd(), fewer), settings, mappings, acceptsAsItIs);
    }

    /// Whether a null says that the source's setting of this name is left out.
    boolean leavesOut(String setting) {
        return settings.entrySet().stream()
                .anyMatch(wish -> wish.getValue().isNull() && isAtOrBelow(setting, wish.getKey()));
    }

    /// Nulls that leave out nothing of the source, as they stand in the run file but for the prefix.
    public List<String> nullsInVain(IndexDescription source) {
        return settings.entrySet().stream()
                .filter(wish -> wish.getValue().isNull())
                .map(Map.Entry::getKey)
                .filter(name -> source.settings().keySet().stream().noneMatch(set -> isAtOrBelow(set, name)))
                .sorted()
                .toList();
    }

    private static boolean isAtOrBelow(String setting, String name) {
        return setting.equals(name) || setting.startsWith(name + ".");
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
