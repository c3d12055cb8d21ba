package io.shardstream.control.index.server;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Settings of a cluster by full name: those that were set, and the defaults of all others.
///
/// @param values of all
/// @param set names of those that were set
public record ClusterSettings(Map<String, String> values, Set<String> set) {
    public static final ClusterSettings NONE = new ClusterSettings(Map.of(), Set.of());

    private static final String DEFAULTS = "defaults";

    public ClusterSettings {
        values = Map.copyOf(values);
        set = Set.copyOf(set);
    }

    /// @param answer to `GET /_cluster/settings?include_defaults=true&flat_settings=true`; what is transient
    ///     wins over what is persistent, and that over the defaults
    public static ClusterSettings of(JsonNode answer) {
        Map<String, String> values = new HashMap<>();
        Set<String> set = new HashSet<>();
        for (String part : List.of(DEFAULTS, "persistent", "transient")) {
            answer.path(part).properties().forEach(entry -> {
                values.put(
                        entry.getKey(),
                        entry.getValue().asString(entry.getValue().toString()));
                if (!part.equals(DEFAULTS)) {
                    set.add(entry.getKey());
                }
            });
        }
        return new ClusterSettings(values, set);
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }
}
