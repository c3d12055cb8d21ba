package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Checkpoint;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the ledger says of a run at one moment.
///
/// @param due by lane of the plan, the offset below which every record had its outcome at an earlier look, or
///     [#NOT_KNOWN]: outcomes are written before offsets are committed, so these should have come
/// @param lanes by lane; one that nothing was written of is missing
/// @param shards by source shard, its last checkpoint; one that was not begun is missing
/// @param rejects by lane; one without rejects is missing
public record LedgerSums(
        List<Long> due,
        Map<Integer, LaneAccount> lanes,
        Map<Integer, Checkpoint> shards,
        Map<Integer, RejectCounts> rejects) {
    /// Nobody has looked yet.
    public static final long NOT_KNOWN = Long.MAX_VALUE;

    public LedgerSums {
        due = List.copyOf(due);
    }

    /// All lanes together.
    public Accounted total() {
        return IntStream.range(0, due.size()).mapToObj(this::lane).reduce(Accounted.NOTHING, Accounted::plus);
    }

    /// What became of the records of a lane.
    public Accounted lane(int lane) {
        LaneAccount account = account(lane);
        boolean isComplete = account.end() == account.heard() && account.end() >= due.get(lane);
        return new Accounted(account.total(), isComplete);
    }

    /// The account of a lane; an empty one if nothing was written of it.
    public LaneAccount account(int lane) {
        return lanes.getOrDefault(lane, new LaneAccount());
    }

    /// Rejects of all lanes by type of error, those beyond the [RejectCounts#TYPES] most frequent types
    /// counted as one.
    public SortedMap<String, Long> rejectsByType() {
        Map<String, Long> all = rejects.values().stream()
                .flatMap(counts -> counts.byType().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
        long others = all.getOrDefault(RejectCounts.OTHERS, 0L);
        List<Map.Entry<String, Long>> named = all.entrySet().stream()
                .filter(type -> !type.getKey().equals(RejectCounts.OTHERS))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        others += named.stream()
                .skip(RejectCounts.TYPES)
                .mapToLong(Map.Entry::getValue)
                .sum();
        SortedMap<String, Long> byType = new TreeMap<>();
        named.stream().limit(RejectCounts.TYPES).forEach(type -> byType.put(type.getKey(), type.getValue()));
        if (others > 0) {
            byType.put(RejectCounts.OTHERS, others);
        }
        return byType;
    }
}
