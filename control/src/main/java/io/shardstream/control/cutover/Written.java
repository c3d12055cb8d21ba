package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.NotPrimaryException;
import java.util.List;

/// What clients wrote to the target since the swap.
sealed interface Written {
    /// @param operations creations, updates and deletes, each one time
    record Counted(long operations) implements Written {}

    /// @param why as the end of a sentence
    record Uncounted(String why) implements Written {}

    /// Counts by the numbers of the target's primaries.
    ///
    /// @param atSwap by shard, the highest sequence number at the swap; empty if that is not known
    /// @param isLate whether primaries that are gone are not waited for any more
    /// @param watch told while shards are asked
    /// @throws NotPrimaryException if they may come back
    static Written count(Sides sides, FinalNumbers target, List<Long> atSwap, boolean isLate, Sleeper watch)
            throws ElasticException, NotPrimaryException {
        if (atSwap.isEmpty()) {
            return new Uncounted("it is not known which sequence numbers the index had at the swap");
        }
        try {
            List<Long> now = FinalNumbers.highest(target.now(watch));
            long written = 0;
            for (int shard = 0; shard < now.size(); shard++) {
                written += Math.max(0, now.get(shard) - atSwap.get(shard));
            }
            return new Counted(written);
        } catch (BlockedException e) {
            return new Uncounted("it was deleted");
        } catch (NotPrimaryException e) {
            if (!isLate) {
                throw e;
            }
            String trouble = sides.foundTarget().map(FoundIndex::trouble).orElse("it was deleted");
            return new Uncounted(trouble.isEmpty() ? String.valueOf(e.getMessage()) : trouble);
        }
    }

    /// For the step that counts.
    default String detail() {
        return switch (this) {
            case Counted(long operations) -> operations + " operations";
            case Uncounted(String why) -> "cannot be counted: " + why;
        };
    }
}
