package io.shardstream.common.primary;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What one process knows of an index's nodes. There is one [NodeIndex] for each node as long as it runs one version,
/// so that all shards on it share its answers, whenever they were located.
final class NodeIndices {
    private final String index;
    private final Map<ElasticNode, NodeIndex> known = new ConcurrentHashMap<>();

    NodeIndices(String index) {
        this.index = index;
    }

    /// Asks the node for its version, which may have changed since it was asked last. Blocks.
    NodeIndex at(ElasticNode node) throws ElasticException {
        ServerVersion version = ServerVersion.of(node);
        NodeIndex kept = known.compute(
                node,
                (_, before) -> before != null && before.version().equals(version)
                        ? before
                        : new NodeIndex(node, version, index));
        if (kept == null) {
            throw new IllegalStateException("nothing is kept of " + node);
        }
        return kept;
    }

    /// Forgets nodes that are not among these.
    void keep(Collection<ElasticNode> nodes) {
        known.keySet().retainAll(nodes);
    }
}
