package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// Up to which number the bytes of all documents of a source shard have been found equal while both sides moved. What
/// is live under such a number later was live then, as long as the shard stays in its term and history.
final class ComparedContents {
    private final FinalNumbers source;
    private List<Numbers> begun = List.of();
    private Map<Integer, Long> upTo = Map.of();

    ComparedContents(FinalNumbers source) {
        this.source = source;
    }

    /// A comparison begins: nothing is known until it is kept.
    void begin() throws ElasticException, NotPrimaryException {
        upTo = Map.of();
        begun = source.now();
    }

    /// The comparison has found no difference.
    ///
    /// @param checkpoints by source shard, the number up to which it judged
    /// @param isWhole whether it compared the bytes of all documents of a source shard
    void keep(Map<Integer, Long> checkpoints, IntPredicate isWhole) {
        Map<Integer, Long> all = new TreeMap<>(checkpoints);
        all.keySet().removeIf(shard -> !isWhole.test(shard));
        upTo = all;
    }

    /// By source shard; without those that have come into another term or history since the comparison began.
    Map<Integer, Long> known() throws ElasticException, NotPrimaryException {
        if (upTo.isEmpty()) {
            return upTo;
        }
        List<Numbers> now = source.now();
        Map<Integer, Long> all = new TreeMap<>(upTo);
        all.keySet()
                .removeIf(shard ->
                        !begun.get(shard).identity().hasTermOf(now.get(shard).identity()));
        return all;
    }
}
