package io.shardstream.control.index.cluster;

import java.util.List;

/// How far a shard of an index is, as its primary says.
///
/// @param historyUuid the history that it is in
/// @param highest the highest sequence number that it has given out, -1 for none
public record ShardReach(String historyUuid, long highest) {
    /// By shard, the highest numbers.
    public static List<Long> highest(List<ShardReach> shards) {
        return shards.stream().map(ShardReach::highest).toList();
    }

    /// By shard, the histories.
    public static List<String> histories(List<ShardReach> shards) {
        return shards.stream().map(ShardReach::historyUuid).toList();
    }
}
