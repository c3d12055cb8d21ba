package io.shardstream.control.index.server;

import java.util.OptionalLong;

/// What one node would hold of the target.
///
/// @param node its name
/// @param copies of the target's shards, primaries and replicas
/// @param room free bytes of its disks below the high watermark; empty if it does not tell
public record NodeShare(String node, int copies, OptionalLong room) {}
