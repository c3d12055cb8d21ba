package io.shardstream.control.index;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import tools.jackson.databind.JsonNode;

/// What the nodes of a cluster accept in one request.
public final class NodeLimits {
    /// Elasticsearch's and OpenSearch's default, 100 MiB.
    private static final long DEFAULT_MAX_CONTENT = 100L << 20;

    private NodeLimits() {}

    /// Smallest `http.max_content_length` of all nodes, in bytes.
    public static long httpMaxContentBytes(ElasticCluster cluster) throws ElasticException {
        JsonNode answer = cluster.send(
                        Call.get("/_nodes/http").with("filter_path", "nodes.*.http.max_content_length_in_bytes"))
                .orThrow()
                .json();
        return answer.path("nodes")
                .valueStream()
                .mapToLong(node ->
                        node.path("http").path("max_content_length_in_bytes").asLong(DEFAULT_MAX_CONTENT))
                .min()
                .orElse(DEFAULT_MAX_CONTENT);
    }
}
