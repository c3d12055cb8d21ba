package io.shardstream.control.target;

import java.util.List;
import java.util.stream.IntStream;

/// How far the shards of a target are at one moment.
///
/// @param settled by shard, the global checkpoint of its primary; -1 of one that does not tell
/// @param highest by shard, the highest number that it has given out; `Long.MAX_VALUE` of one that does not tell
public record TargetNumbers(List<Long> settled, List<Long> highest) {
    /// Of no shard.
    public static final TargetNumbers NONE = new TargetNumbers(List.of(), List.of());

    public TargetNumbers {
        settled = List.copyOf(settled);
        highest = List.copyOf(highest);
    }

    /// The shards that have given out fewer numbers later than were on all their copies before: an older state
    /// of their disks was put back. What is not on all copies may be taken back by a fail-over.
    public List<Integer> lostUntil(TargetNumbers later) {
        return IntStream.range(0, Math.min(settled.size(), later.highest.size()))
                .filter(shard -> later.highest.get(shard) < settled.get(shard))
                .boxed()
                .toList();
    }
}
