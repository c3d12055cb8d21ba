package io.shardstream.control.survey;

import io.shardstream.control.survey.server.DataNode;
import io.shardstream.control.target.WantedTarget;
import java.util.List;
import java.util.OptionalLong;

/// Where the copy is to go.
///
/// @param nodes those that may hold it
/// @param room free bytes of their disks below the high watermark; empty if they do not tell
/// @param shards its primary shards
public record TargetFacts(WantedTarget target, List<DataNode> nodes, OptionalLong room, int shards) {
    public TargetFacts {
        nodes = List.copyOf(nodes);
    }
}
