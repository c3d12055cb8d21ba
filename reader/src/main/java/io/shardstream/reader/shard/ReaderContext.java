package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Pace;
import io.shardstream.reader.publish.BlockingCalls;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.Publisher;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.reader.window.ByteBudget;
import io.shardstream.reader.window.DocumentTally;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// What all shard readers of one process share.
///
/// @param plan the run
/// @param source the source's shards
/// @param histories the changed histories that the operator has accepted
/// @param errands does the blocking calls
/// @param publisher to the docs and rejects topics
/// @param checkpoints to the slices topic
/// @param budget bytes in flight
/// @param aloneTurn one byte for the one shard that may read a single large document
/// @param limits how much at once
/// @param closedBy why no windows may be begun, if so; those under way are finished all the same
/// @param pace how fast documents may be asked for
/// @param mapping how far the target's follows the source's
/// @param counter told what is read, and what is in the way of reading more
/// @param found told of the documents that a shard's checkpoint says were published
/// @param published told of the documents of each window that Kafka has acknowledged
/// @param clock the time
/// @param random for waits
public record ReaderContext(
        RunPlan plan,
        IntFunction<SourceShard> source,
        AcceptedHistories histories,
        BlockingCalls errands,
        Publisher publisher,
        CheckpointLogs checkpoints,
        ByteBudget budget,
        ByteBudget aloneTurn,
        Limits limits,
        Supplier<Optional<Limiter>> closedBy,
        Pace pace,
        KnownMapping mapping,
        ReadCounter counter,
        Consumer<DocumentTally> found,
        Consumer<DocumentTally> published,
        InstantSource clock,
        RandomGenerator random) {
    /// Whether somebody who has something to read may begin now.
    boolean mayBegin() {
        return isFree(closedBy.get());
    }

    /// Whether somebody who has documents to ask a node for may do so now.
    ///
    /// @param node its name
    boolean mayAsk(String node) {
        return isFree(closedBy.get().or(() -> pace.closedBy(node)));
    }

    private boolean isFree(Optional<Limiter> closed) {
        closed.ifPresent(this::isHeldBy);
        return closed.isEmpty();
    }

    /// A piece of the memory for what was read; null while all of it is used.
    ByteBudget.@Nullable Share memory(long bytes) {
        ByteBudget.Share share = budget.take(bytes);
        if (share == null) {
            isHeldBy(Limiter.of(Limiter.Kind.BYTES));
        }
        return share;
    }

    void isHeldBy(Limiter limiter) {
        counter.held().by(limiter);
    }

    /// The shard in words.
    String nameOf(int shard) {
        return plan.sourceIndex() + "[" + shard + "]";
    }

    AccessRefusals refusals() {
        return counter.refusals();
    }

    /// Kafka has acknowledged these documents.
    void published(int shard, DocumentTally more) {
        counter.published(shard, more);
        published.accept(more);
    }

    /// How much one shard may do at once.
    ///
    /// @param windowsInFlight windows between request and acknowledgement
    /// @param windowBytes wanted size of a response
    /// @param roundEvery the time between the beginnings of two rounds
    /// @param sessionTimeout after which the group has surely noticed that a reader is gone
    public record Limits(int windowsInFlight, long windowBytes, Duration roundEvery, Duration sessionTimeout) {
        public Limits {
            if (windowsInFlight < 1) {
                throw new IllegalArgumentException("a window must be in flight, got " + windowsInFlight);
            }
            if (windowBytes < 1) {
                throw new IllegalArgumentException("a window must have a byte, got " + windowBytes);
            }
            if (roundEvery.toMillis() < 1) {
                throw new IllegalArgumentException("rounds must have a time between them, got " + roundEvery);
            }
        }
    }
}
