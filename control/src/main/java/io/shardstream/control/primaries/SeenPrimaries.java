package io.shardstream.control.primaries;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Where the primaries of an index are at the moment, as the cluster's state has it.
///
/// @param names of their nodes, by shard; empty for a shard without started primary
/// @param nodes names of all nodes of the cluster
record SeenPrimaries(List<String> names, Set<String> nodes) {
    SeenPrimaries {
        names = List.copyOf(names);
        nodes = Set.copyOf(nodes);
    }

    /// Asks any node. A primary that is being moved is where it was until the other copy has started.
    static SeenPrimaries of(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode answer = cluster.send(Call.get("/_cluster/state/nodes,routing_table/" + Call.encoded(index))
                        .with(
                                "filter_path",
                                "nodes.*.name,routing_table.indices.*.shards.*.primary,"
                                        + "routing_table.indices.*.shards.*.state,"
                                        + "routing_table.indices.*.shards.*.node"))
                .orThrow()
                .json();
        Map<String, String> nameOf = new HashMap<>();
        answer.path("nodes")
                .properties()
                .forEach(node ->
                        nameOf.put(node.getKey(), node.getValue().path("name").asString("")));
        JsonNode copies =
                answer.path("routing_table").path("indices").path(index).path("shards");
        List<String> names = IntStream.range(0, shards)
                .mapToObj(shard -> primaryOf(copies.path(Integer.toString(shard)), nameOf))
                .toList();
        return new SeenPrimaries(names, Set.copyOf(nameOf.values()));
    }

    private static String primaryOf(JsonNode copies, Map<String, String> nameOf) {
        return StreamSupport.stream(copies.spliterator(), false)
                .filter(copy -> copy.path("primary").asBoolean(false))
                .filter(copy -> List.of("STARTED", "RELOCATING")
                        .contains(copy.path("state").asString("")))
                .map(copy -> nameOf.getOrDefault(copy.path("node").asString(""), ""))
                .findFirst()
                .orElse("");
    }
}
