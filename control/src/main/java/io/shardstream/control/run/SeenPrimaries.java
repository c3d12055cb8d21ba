package io.shardstream.control.run;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Where the primaries of an index are at the moment, as the cluster's state has it.
///
/// @param names of their nodes, by shard; empty for a shard without started primary
/// @param nodes all nodes of the cluster by name, with their attributes (`node.attr.*`)
record SeenPrimaries(List<String> names, Map<String, Map<String, String>> nodes) {
    SeenPrimaries {
        names = List.copyOf(names);
        nodes = Map.copyOf(nodes);
    }

    /// Asks any node. A primary that is being moved is where it was until the other copy has started.
    static SeenPrimaries of(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode answer = cluster.send(Call.get("/_cluster/state/nodes,routing_table/" + Call.encoded(index))
                        .with(
                                "filter_path",
                                "nodes.*.name,nodes.*.attributes,routing_table.indices.*.shards.*.primary,"
                                        + "routing_table.indices.*.shards.*.state,"
                                        + "routing_table.indices.*.shards.*.node"))
                .orThrow()
                .json();
        Map<String, String> nameOf = new HashMap<>();
        Map<String, Map<String, String>> nodes = new HashMap<>();
        for (Map.Entry<String, JsonNode> node : answer.path("nodes").properties()) {
            String name = node.getValue().path("name").asString("");
            nameOf.put(node.getKey(), name);
            nodes.put(name, attributesOf(node.getValue()));
        }
        JsonNode copies =
                answer.path("routing_table").path("indices").path(index).path("shards");
        List<String> names = IntStream.range(0, shards)
                .mapToObj(shard -> primaryOf(copies.path(Integer.toString(shard)), nameOf))
                .toList();
        return new SeenPrimaries(names, nodes);
    }

    private static Map<String, String> attributesOf(JsonNode node) {
        Map<String, String> attributes = new HashMap<>();
        node.path("attributes")
                .properties()
                .forEach(one -> attributes.put(one.getKey(), one.getValue().asString("")));
        return attributes;
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
