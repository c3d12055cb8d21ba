package io.shardstream.control.console.view;

import java.util.List;
import java.util.Optional;

/// A data node of the target.
///
/// @param name as it calls itself
/// @param lanes whose shards have their primary there
/// @param waiting records of these
/// @param recordsPerSecond how fast these are written
/// @param load what writers have under way to it; empty where none has told lately
public record NodeView(
        String name, List<Integer> lanes, BacklogView waiting, Rates recordsPerSecond, Optional<NodeLoad> load) {
    public NodeView {
        lanes = List.copyOf(lanes);
    }
}
