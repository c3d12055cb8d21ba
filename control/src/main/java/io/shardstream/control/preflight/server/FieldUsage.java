package io.shardstream.control.preflight.server;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Which fields searches of an index have used, as Elasticsearch counts since 7.15
/// (`indices.field_usage_stats`).
///
/// @param used full names of those that were
/// @param since from when on every copy of every shard has counted: one that is moved, or whose node is
///     started again, begins anew
public record FieldUsage(Set<String> used, Instant since) {
    public FieldUsage {
        used = Set.copyOf(used);
    }

    /// @param answer to `GET /<index>/_field_usage_stats`
    /// @return empty if not every copy answers
    public static Optional<FieldUsage> of(String index, JsonNode answer) {
        JsonNode copies = answer.path(index).path("shards");
        if (copies.isEmpty() || answer.path("_shards").path("failed").asInt(0) > 0) {
            return Optional.empty();
        }
        Set<String> used = new HashSet<>();
        long since = 0;
        for (JsonNode copy : copies) {
            since = Math.max(since, copy.path("tracking_started_at_millis").asLong(0));
            copy.path("stats").path("fields").properties().forEach(field -> {
                if (field.getValue().path("any").asLong(0) > 0) {
                    used.add(field.getKey());
                }
            });
        }
        return Optional.of(new FieldUsage(used, Instant.ofEpochMilli(since)));
    }
}
