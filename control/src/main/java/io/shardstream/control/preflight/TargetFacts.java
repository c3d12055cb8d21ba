package io.shardstream.control.preflight;

import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.NodeShare;
import io.shardstream.control.index.target.WantedTarget;
import java.util.List;
import java.util.OptionalLong;

/// Where the copy is to go.
///
/// @param nodes those that may hold it
/// @param room free bytes of their disks below the high watermark; empty if they do not tell
/// @param shards its primary shards
/// @param shares what each of these nodes holds of it, or would
/// @param whileCopying the same until the backfill is done
public record TargetFacts(
        WantedTarget target,
        List<ClusterNode> nodes,
        OptionalLong room,
        int shards,
        List<NodeShare> shares,
        List<NodeShare> whileCopying) {
    public TargetFacts {
        nodes = List.copyOf(nodes);
        shares = List.copyOf(shares);
        whileCopying = List.copyOf(whileCopying);
    }

    /// How many times the node that holds most of its shards writes a document of the backfill, in the mean.
    double copiesOnBusiestNode() {
        int most = whileCopying.stream().mapToInt(NodeShare::copies).max().orElse(0);
        return most == 0 ? 1.0 + target.replicasWhileCopying() : (double) most / shards;
    }
}
