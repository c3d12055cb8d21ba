package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.FinalNumbers;
import java.util.List;
import java.util.Optional;

/// What clients wrote to the target since the swap.
public sealed interface Written {
    /// @param operations creations, updates and deletes, each one time
    record Counted(long operations) implements Written {}

    /// @param why as the end of a sentence
    record Uncounted(String why) implements Written {}

    /// Counts by the numbers of the target's primaries.
    ///
    /// @param atSwap how far they were at the swap
    /// @param isBlocked whether writes to it are blocked: then the numbers are settled, and of elected
    ///     primaries
    /// @param isLate whether primaries that are gone and operations that are not settled are waited for no
    ///     more
    /// @param watch told while shards are asked
    /// @return empty if it must be asked again, as operations are not settled yet
    /// @throws NotPrimaryException if they may come back
    static Optional<Written> count(
            Sides sides, FinalNumbers target, AtSwap atSwap, boolean isBlocked, boolean isLate, Sleeper watch)
            throws ElasticException, NotPrimaryException {
        if (atSwap.highest().isEmpty()) {
            return Optional.of(new Uncounted("it is not known which sequence numbers the index had at the swap"));
        }
        try {
            Optional<List<CopyNumbers>> now = isBlocked ? target.settled(watch) : Optional.of(target.now(watch));
            if (now.isEmpty() && !isLate) {
                target.settle(watch);
            }
            return now.isEmpty() && isLate
                    ? Optional.of(
                            new Uncounted(
                                    "its numbers do not come to rest: operations are under way, or a primary is being moved to another node"))
                    : now.map(numbers -> since(atSwap, numbers));
        } catch (BlockedException e) {
            return Optional.of(new Uncounted("it was deleted"));
        } catch (NotPrimaryException e) {
            if (!isLate) {
                throw e;
            }
            String trouble = sides.foundTarget().map(FoundIndex::trouble).orElse("it was deleted");
            return Optional.of(new Uncounted(trouble.isEmpty() ? String.valueOf(e.getMessage()) : trouble));
        }
    }

    private static Written since(AtSwap atSwap, List<CopyNumbers> now) {
        List<Integer> renewed = atSwap.renewed(now);
        return renewed.isEmpty()
                ? between(atSwap.highest(), FinalNumbers.highest(now))
                : new Uncounted(
                        "shard " + renewed.getFirst() + " has begun a new history since the swap: it was"
                                + " restored, or a stale or empty copy was made its primary, and it gives its numbers out anew");
    }

    private static Written between(List<Long> atSwap, List<Long> now) {
        long written = 0;
        for (int shard = 0; shard < now.size(); shard++) {
            long more = now.get(shard) - atSwap.get(shard);
            if (more < 0) {
                return new Uncounted("shard " + shard + " has had " + -more
                        + " operations less than at the swap: it was restored, or has lost writes");
            }
            written += more;
        }
        return new Counted(written);
    }

    /// For the step that counts.
    default String detail() {
        return switch (this) {
            case Counted(long operations) -> operations + " operations";
            case Uncounted(String why) -> "cannot be counted: " + why;
        };
    }
}
