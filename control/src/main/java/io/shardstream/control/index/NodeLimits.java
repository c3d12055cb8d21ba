package io.shardstream.control.index;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// What the nodes of a cluster accept in one request.
public final class NodeLimits {
    /// Elasticsearch's and OpenSearch's default, 100 MiB.
    private static final long DEFAULT_MAX_CONTENT = 100L << 20;

    private NodeLimits() {}

    /// Smallest `http.max_content_length` of all nodes, in bytes, at least 1.
    ///
    /// @throws ElasticException.Malformed if a node tells less
    public static long httpMaxContentBytes(ElasticCluster cluster) throws ElasticException {
        JsonNode answer = cluster.send(
                        Call.get("/_nodes/http").with("filter_path", "nodes.*.http.max_content_length_in_bytes"))
                .orThrow()
                .json();
        long most = answer.path("nodes")
                .valueStream()
                .mapToLong(node ->
                        node.path("http").path("max_content_length_in_bytes").asLong(DEFAULT_MAX_CONTENT))
                .min()
                .orElse(DEFAULT_MAX_CONTENT);
        if (most < 1) {
            throw new ElasticException.Malformed("The " + cluster.name() + " has a node that tells " + most
                    + " bytes for http.max_content_length, with which it would take no document: see what it is"
                    + " set to");
        }
        return most;
    }

    /// Smallest heap of all nodes that hold shards, in bytes; empty if none tells.
    public static OptionalLong smallestHeapBytes(ElasticCluster cluster) throws ElasticException {
        JsonNode answer = cluster.send(
                        Call.get("/_nodes/jvm").with("filter_path", "nodes.*.roles,nodes.*.jvm.mem.heap_max_in_bytes"))
                .orThrow()
                .json();
        return answer.path("nodes")
                .valueStream()
                .filter(node -> node.path("roles")
                        .valueStream()
                        .anyMatch(role -> role.asString("").startsWith("data")))
                .mapToLong(node -> node.at("/jvm/mem/heap_max_in_bytes").asLong(0))
                .filter(bytes -> bytes > 0)
                .min();
    }
}
