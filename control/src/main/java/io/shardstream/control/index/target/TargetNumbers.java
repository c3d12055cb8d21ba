package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.TargetReach;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/// How far the shards of a target are at one moment.
///
/// @param settled by shard, the global checkpoint of its primary; -1 of one that does not tell
/// @param highest by shard, the highest number that it has given out; `Long.MAX_VALUE` of one that does not
///     tell
public record TargetNumbers(List<Long> settled, List<Long> highest) {
    /// Of no shard.
    public static final TargetNumbers NONE = new TargetNumbers(List.of(), List.of());

    private static final long UNKNOWN_SETTLED = -1;
    private static final long UNKNOWN_HIGHEST = Long.MAX_VALUE;

    public TargetNumbers {
        settled = List.copyOf(settled);
        highest = List.copyOf(highest);
        if (settled.size() != highest.size()) {
            throw new IllegalArgumentException(
                    "settled are " + settled.size() + " shards, and highest " + highest.size());
        }
    }

    /// The shards that have given out fewer numbers than were on all their copies before: an older state of
    /// their disks was put back.
    public List<Integer> lostSince(TargetReach before) {
        return before.lostUntil(highest);
    }

    /// How far the shards are settled at least, now that this is known too. A primary that has just taken
    /// over may not have heard how far its copies are, and one that is away tells nothing: neither is a step
    /// back.
    ///
    /// @param renewed the shards that begin anew with these numbers, as they have another history or an older
    ///     state
    public TargetReach after(TargetReach before, Collection<Integer> renewed) {
        return new TargetReach(IntStream.range(0, Math.max(before.settled().size(), settled.size()))
                .mapToObj(shard -> {
                    long known =
                            shard < before.settled().size() ? before.settled().get(shard) : UNKNOWN_SETTLED;
                    if (!tells(shard)) {
                        return known;
                    }
                    return renewed.contains(shard) ? settled.get(shard) : Math.max(known, settled.get(shard));
                })
                .toList());
    }

    /// Whether the shard says how far it is.
    public boolean tells(int shard) {
        return shard < highest.size() && highest.get(shard) != UNKNOWN_HIGHEST;
    }

    /// The same with one of the shards as it is by another answer.
    TargetNumbers with(int shard, long itsSettled, long itsHighest) {
        return new TargetNumbers(
                replaced(settled, shard, itsSettled, UNKNOWN_SETTLED),
                replaced(highest, shard, itsHighest, UNKNOWN_HIGHEST));
    }

    private static List<Long> replaced(List<Long> numbers, int shard, long number, long unknown) {
        List<Long> all = new ArrayList<>(numbers);
        while (all.size() <= shard) {
            all.add(unknown);
        }
        all.set(shard, number);
        return all;
    }

    /// The same with one of the shards telling nothing.
    TargetNumbers without(int shard) {
        return with(shard, UNKNOWN_SETTLED, UNKNOWN_HIGHEST);
    }
}
