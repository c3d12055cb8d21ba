package io.shardstream.control.compare.scan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.SideBySide;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// Asks all shards of an index the same at one moment. What they share, such as where primaries are, is asked
/// once for all of them then, and not once for each.
public final class EachShard {
    private EachShard() {}

    /// What costs a node little, such as its numbers. Called by many threads if shards share answers.
    @FunctionalInterface
    public interface Question<T> {
        T ask(ScannedShard shard) throws ElasticException, NotPrimaryException;
    }

    /// Blocks.
    ///
    /// @param watch told again and again, with a time of zero, while shards that share answers are asked;
    ///     what it throws ends that. A node that takes the question and says nothing holds nobody up who has
    ///     to go
    /// @return the answers, in the order of the shards
    /// @throws NotPrimaryException also if the thread was interrupted; it is still marked so
    public static <T> List<T> ask(List<ScannedShard> shards, Sleeper watch, Question<T> question)
            throws ElasticException, NotPrimaryException {
        List<T> answers = new ArrayList<>(shards.size());
        if (!shards.stream().allMatch(ScannedShard::sharesAnswers)) {
            for (ScannedShard shard : shards) {
                answers.add(question.ask(shard));
            }
            return answers;
        }
        try {
            new SideBySide(shards.size(), watch)
                    .carryOut(
                            shards.stream()
                                    .<Callable<T>>map(shard -> () -> question.ask(shard))
                                    .toList(),
                            answers::add);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotPrimaryException("The shards were not asked to the end: the process is told to stop");
        }
        return answers;
    }
}
