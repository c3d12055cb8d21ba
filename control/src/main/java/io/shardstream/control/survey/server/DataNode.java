package io.shardstream.control.survey.server;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// One node of a cluster.
///
/// @param name what it calls itself (`node.name`)
/// @param roles such as `data` or `data_content`
/// @param ip the address that it publishes; empty if it does not tell
/// @param totalBytes size of its disks; empty if it does not tell
/// @param availableBytes what is free of them; empty if it does not tell
public record DataNode(
        String name,
        String version,
        Set<String> roles,
        String ip,
        OptionalLong totalBytes,
        OptionalLong availableBytes) {
    public DataNode {
        roles = Set.copyOf(roles);
    }

    /// @param nodes the answer to `GET /_nodes`
    /// @param stats the answer to `GET /_nodes/stats/fs`; may be empty
    public static List<DataNode> of(JsonNode nodes, JsonNode stats) {
        List<DataNode> all = new ArrayList<>();
        nodes.path("nodes").properties().forEach(node -> {
            JsonNode disk = stats.path("nodes").path(node.getKey()).path("fs").path("total");
            Set<String> roles = new HashSet<>();
            node.getValue().path("roles").forEach(role -> roles.add(role.asString("")));
            all.add(new DataNode(
                    node.getValue().path("name").asString(node.getKey()),
                    node.getValue().path("version").asString(""),
                    roles,
                    node.getValue().path("ip").asString(""),
                    disk.path("total_in_bytes").asLongOpt(),
                    disk.path("available_in_bytes").asLongOpt()));
        });
        return all;
    }

    /// Whether shards of that tier may lie on it; `data` is all tiers, in Elasticsearch since 7.10 and OpenSearch.
    public boolean holds(String tier) {
        return roles.contains("data") || roles.contains(tier);
    }

    /// Whether it holds shards of any tier.
    public boolean holdsShards() {
        return roles.stream().anyMatch(role -> role.startsWith("data"));
    }

    /// Those that an index of this tier preference may lie on: the first tier that has nodes
    /// (`index.routing.allocation.include._tier_preference`), else all that hold ordinary shards.
    public static List<DataNode> holding(String tierPreference, List<DataNode> nodes) {
        for (String tier : tierPreference.split(",", -1)) {
            List<DataNode> fit =
                    nodes.stream().filter(node -> node.holds(tier.strip())).toList();
            if (!fit.isEmpty()) {
                return fit;
            }
        }
        return nodes.stream()
                .filter(node ->
                        node.roles().stream().anyMatch(role -> role.startsWith("data") && !role.equals("data_frozen")))
                .toList();
    }
}
