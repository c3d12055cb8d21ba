package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import tools.jackson.databind.JsonNode;

/// Bulks that the nodes of a cluster are carrying out, as their tasks say.
final class BulksUnderWay {
    private BulksUnderWay() {}

    /// Whether one carries that `X-Opaque-Id`.
    ///
    /// @throws ElasticException also if not every node tells
    static boolean isAny(ElasticCluster cluster, String opaqueId) throws ElasticException {
        JsonNode answer = cluster.send(Call.get("/_tasks").with("actions", "*bulk*"))
                .orThrow()
                .json();
        if (!answer.path("nodes").isObject()
                || !AnswerValues.isNothing(answer.path("node_failures"))
                || !AnswerValues.isNothing(answer.path("task_failures"))
                || answer.path("nodes")
                        .valueStream()
                        .anyMatch(node -> !node.path("tasks").isObject())) {
            throw new ElasticException.Malformed(
                    "Not every node of the " + cluster.name() + " says which bulks are under way");
        }
        for (JsonNode node : answer.path("nodes")) {
            for (JsonNode task : node.path("tasks")) {
                JsonNode headers = task.path("headers");
                JsonNode id = headers.path("X-Opaque-Id");
                if (!task.isObject()
                        || !AnswerValues.isObjectOrLeftOut(headers)
                        || !(id.isString() || id.isMissingNode())) {
                    throw new ElasticException.Malformed(
                            "The " + cluster.name() + " does not say whose the bulks are that are under way");
                }
                if (id.asString("").equals(opaqueId)) {
                    return true;
                }
            }
        }
        return false;
    }
}
