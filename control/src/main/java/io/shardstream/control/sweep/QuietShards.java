package io.shardstream.control.sweep;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.common.primary.Numbers;
import io.shardstream.control.scan.Asking;
import io.shardstream.control.scan.ScannedShard;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Remembers up to where each shard was swept, and knows whether anything was deleted since.
final class QuietShards {
    /// What a shard said before it was swept.
    ///
    /// @param deletes its counter of deletes, which means something for this very copy only
    /// @param maxSeqNo no delete that was counted has a higher number
    /// @param replays those of the lanes
    record Mark(CopyIdentity identity, long deletes, long maxSeqNo, long replays) {}

    private final Asking asking;
    private final Map<Integer, Mark> swept = new HashMap<>();

    QuietShards(Asking asking) {
        this.asking = asking;
    }

    /// Taken before the shard is read, so that what is deleted meanwhile counts as new.
    Mark mark(ScannedShard shard, long replays) throws ElasticException, NotPrimaryException, InterruptedException {
        return asking.seen(shard, (copy, _) -> {
            long deletes = copy.deletes();
            Numbers numbers = copy.numbers();
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
                && last.replays() == now.replays();
    }

    /// @param upTo the number up to which it was swept; if a delete that was counted may lie above it, the
    ///     shard is not remembered as quiet
    void swept(int shard, Mark before, long upTo) {
        if (upTo >= before.maxSeqNo()) {
            swept.put(shard, before);
        } else {
            swept.remove(shard);
        }
    }
}
