package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.ListedNode;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// What one process knows of an index's nodes. There is one [NodeIndex] for each node as long as it runs one
/// version, so that all shards on it share its answers, whenever they were located.
final class NodeIndices {
    private final String index;
    private final Map<ElasticNode, NodeIndex> known = new ConcurrentHashMap<>();

    NodeIndices(String index) {
        this.index = index;
    }

    /// The node's own, or a new one if the node runs another version than before.
    ///
    /// @throws ElasticException.Malformed if it is not told which version it runs
    NodeIndex at(ListedNode listed) throws ElasticException.Malformed {
        ElasticNode node = listed.node();
        ServerVersion version = ServerVersion.of(listed.version())
                .orElseThrow(() -> new ElasticException.Malformed(node + " does not say which version it is"));
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

    /// Forgets nodes that are not among these, and that their addresses were theirs.
    void keep(Collection<ListedNode> nodes) {
        Set<ElasticNode> there = nodes.stream().map(ListedNode::node).collect(Collectors.toSet());
        known.keySet().removeIf(node -> {
            boolean isGone = !there.contains(node);
            if (isGone) {
                node.forget();
            }
            return isGone;
        });
    }
}
