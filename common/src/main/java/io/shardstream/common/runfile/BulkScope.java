package io.shardstream.common.runfile;

import java.util.Locale;

/// Whose records one bulk request holds.
public enum BulkScope {
    /// Those of one target shard: the node's threads share a bulk by shards, so that this one is one piece of work.
    SHARD,
    /// Those of all the writer's shards whose primaries are on one data node: fewest requests.
    NODE,
    /// Those of one shard where they fill a bulk, else those of one node.
    AUTO;

    /// The name in the run file.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
