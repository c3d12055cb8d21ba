package io.shardstream.control.preflight;

import io.shardstream.control.index.Server;
import io.shardstream.control.index.server.ClusterNode;
import io.shardstream.control.index.server.ClusterSettings;
import java.util.List;

/// One of the two clusters.
///
/// @param nodes all of them; empty if the cluster does not tell
/// @param settings what it tells of its settings
/// @param shards how many open ordinary ones it has, all copies counted; 0 if it does not tell
public record ClusterFacts(Server server, List<ClusterNode> nodes, ClusterSettings settings, long shards) {
    public ClusterFacts {
        nodes = List.copyOf(nodes);
    }
}
