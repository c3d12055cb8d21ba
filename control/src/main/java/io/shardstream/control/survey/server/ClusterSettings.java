package io.shardstream.control.survey.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Settings of a cluster by full name: those that were set, and the defaults of all others.
public record ClusterSettings(Map<String, String> values) {
    public static final ClusterSettings NONE = new ClusterSettings(Map.of());

    public ClusterSettings {
        values = Map.copyOf(values);
    }

    /// @param answer to `GET /_cluster/settings?include_defaults=true&flat_settings=true`; what is transient wins over
    ///   what is persistent, and that over the defaults
    public static ClusterSettings of(JsonNode answer) {
        Map<String, String> values = new HashMap<>();
        for (String part : List.of("defaults", "persistent", "transient")) {
            answer.path(part)
                    .properties()
                    .forEach(entry -> values.put(
                            entry.getKey(),
                            entry.getValue().asString(entry.getValue().toString())));
        }
        return new ClusterSettings(values);
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }
}
