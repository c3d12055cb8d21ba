package io.shardstream.common.shard;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import tools.jackson.databind.JsonNode;

/// Waits until the master has done what it had to do, and the node that is asked has heard of it: the request
/// goes to the master (`wait_for_events` of `_cluster/health`), and a node that has been cut off from it gets
/// no answer. What the node says of the cluster after that was so, or was changed, after the wait had begun.
final class MastersWork {
    private MastersWork() {}

    /// Waits for all that the master has in its queue.
    static void awaitAll(ElasticNode node) throws ElasticException {
        await(node, Call.get("/_cluster/health").with("wait_for_events", "languid"));
    }

    /// Waits for what it is doing: what is in the queue has not happened, and may take long where much is
    /// created or changed.
    static void awaitCurrent(ElasticNode node) throws ElasticException {
        await(
                node,
                Call.get("/_cluster/health")
                        .with("wait_for_events", "immediate")
                        .with("master_timeout", "10s")
                        .with("timeout", "10s"));
    }

    /// A node that has waited in vain answers with status 408, and says so in its body too, which counts
    /// should a version of a server take 200 instead, as Elasticsearch had begun to
    /// (https://github.com/elastic/elasticsearch/pull/80821 took that back).
    private static void await(ElasticNode node, Call call) throws ElasticException {
        JsonNode health = node.send(call).orThrow().json();
        if (!health.path("timed_out").isBoolean() || health.path("timed_out").booleanValue()) {
            throw new ElasticException.Malformed(
                    node + " has not heard in time whether the master has carried out what it had to do before");
        }
    }
}
