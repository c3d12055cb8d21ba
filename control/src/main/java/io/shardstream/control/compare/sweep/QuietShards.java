package io.shardstream.control.compare.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedShard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Remembers up to where each shard was swept, and knows whether anything was deleted since.
///
/// What is published once more when its delete was carried out and forgotten comes back into the target, and
/// the source tells nothing of that: a reader that had stood still may do it at any time, or a repair that
/// waited in Kafka. So no shard is skipped for ever.
final class QuietShards {
    /// So often in a row a shard is skipped at most.
    static final int MOST_SKIPPED = 9;

    /// What a shard said before it was swept.
    ///
    /// @param deletes its counter of deletes, which means something for this very copy only
    /// @param maxSeqNo no delete that was counted has a higher number
    /// @param replays those of the lanes, and the rejects that were published again
    record Mark(CopyIdentity identity, long deletes, long maxSeqNo, long replays) {}

    private final Asking asking;
    private final Map<Integer, Mark> swept = new HashMap<>();
    /// How often in a row each was skipped.
    private final Map<Integer, Integer> skipped = new HashMap<>();

    QuietShards(Asking asking) {
        this.asking = asking;
    }

    /// Taken of all shards before they are read, so that what is deleted meanwhile counts as new.
    ///
    /// @return in the order of the shards
    List<Mark> marks(List<ScannedShard> shards, long replays)
            throws ElasticException, NotPrimaryException, InterruptedException {
        List<Mark> marks = new ArrayList<>(shards.size());
        asking.all(
                shards.stream()
                        .<Asking.Errand<Mark>>map(shard -> each -> mark(each, shard, replays))
                        .toList(),
                Integer.MAX_VALUE,
                marks::add);
        return marks;
    }

    /// The numbers are asked for after the counter, so that none of what was counted is above them.
    private static Mark mark(Asking each, ScannedShard shard, long replays)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return each.said(shard, (copy, _) -> {
            long deletes = copy.deletes();
            CopyNumbers numbers = copy.numbers();
            return new Mark(numbers.identity(), deletes, numbers.maxSeqNo(), replays);
        });
    }

    boolean isQuiet(int shard, Mark now) {
        @Nullable Mark last = swept.get(shard);
        return last != null
                && last.identity().equals(now.identity())
                && last.deletes() == now.deletes()
                // Fewer than before: an older state of the disk was put back.
                && last.maxSeqNo() <= now.maxSeqNo()
                && last.replays() == now.replays()
                && skipped.getOrDefault(shard, 0) < MOST_SKIPPED;
    }

    void skipped(int shard) {
        skipped.merge(shard, 1, Integer::sum);
    }

    /// Nothing is known to be quiet any more.
    void forget() {
        swept.clear();
        skipped.clear();
    }

    /// @param upTo the number up to which it was swept; if a delete that was counted may lie above it, the
    ///     shard is not remembered as quiet
    void swept(int shard, Mark before, long upTo) {
        skipped.remove(shard);
        if (upTo >= before.maxSeqNo()) {
            swept.put(shard, before);
        } else {
            swept.remove(shard);
        }
    }
}
