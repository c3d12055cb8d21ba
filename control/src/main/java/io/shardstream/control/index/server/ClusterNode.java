package io.shardstream.control.index.server;

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
public record ClusterNode(
        String name,
        String version,
        Set<String> roles,
        String ip,
        OptionalLong totalBytes,
        OptionalLong availableBytes) {
    private static final String FROZEN = "data_frozen";

    public ClusterNode {
        roles = Set.copyOf(roles);
    }

    /// @param nodes the answer to `GET /_nodes`
    /// @param stats the answer to `GET /_nodes/stats/fs`; may be empty
    public static List<ClusterNode> of(JsonNode nodes, JsonNode stats) {
        List<ClusterNode> all = new ArrayList<>();
        nodes.path("nodes").properties().forEach(node -> {
            JsonNode disk = stats.path("nodes").path(node.getKey()).path("fs").path("total");
            Set<String> roles = new HashSet<>();
            node.getValue().path("roles").forEach(role -> roles.add(role.asString("")));
            all.add(new ClusterNode(
                    node.getValue().path("name").asString(node.getKey()),
                    node.getValue().path("version").asString(""),
                    roles,
                    node.getValue().path("ip").asString(""),
                    disk.path("total_in_bytes").asLongOpt(),
                    disk.path("available_in_bytes").asLongOpt()));
        });
        return all;
    }

    /// Whether shards of that tier may lie on it; `data` is all tiers, in Elasticsearch since 7.10 and
    /// OpenSearch.
    public boolean holds(String tier) {
        return roles.contains("data") || roles.contains(tier);
    }

    /// Whether it holds shards of any tier.
    public boolean holdsShards() {
        return roles.stream().anyMatch(role -> role.startsWith("data"));
    }

    /// Whether it holds shards of a tier other than the frozen one. `cluster.max_shards_per_node` is
    /// multiplied by these nodes, whatever tier an index prefers (`ShardLimitValidator` of Elasticsearch 7.17
    /// to 9.5). OpenSearch counts nodes with the role `data`, and has another limit for those that are `warm`
    /// only.
    public boolean holdsOrdinaryShards() {
        return roles.stream().anyMatch(role -> role.startsWith("data") && !role.equals(FROZEN));
    }

    /// Whether all shards that lie on it are counted by a limit of their own: it is of the frozen tier only,
    /// or, in OpenSearch, `warm` only.
    public boolean holdsOtherShardsOnly() {
        return !holdsOrdinaryShards() && (roles.contains(FROZEN) || roles.contains("warm"));
    }

    /// Those that an index of this tier preference may lie on: the first tier that has nodes
    /// (`index.routing.allocation.include._tier_preference`), else all that hold ordinary shards.
    public static List<ClusterNode> holding(String tierPreference, List<ClusterNode> nodes) {
        for (String tier : tierPreference.split(",", -1)) {
            List<ClusterNode> fit =
                    nodes.stream().filter(node -> node.holds(tier.strip())).toList();
            if (!fit.isEmpty()) {
                return fit;
            }
        }
        return nodes.stream().filter(ClusterNode::holdsOrdinaryShards).toList();
    }
}
