package io.shardstream.reader;

import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.group.KnownPrimaries;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Pace;
import io.shardstream.reader.publish.BlockingCalls;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.publish.Publisher;
import io.shardstream.reader.shard.AcceptedHistories;
import io.shardstream.reader.shard.KnownMapping;
import io.shardstream.reader.shard.ReadCounter;
import io.shardstream.reader.shard.ReaderContext;
import io.shardstream.reader.shard.ShardReader;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.reader.window.ByteBudget;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/// Everything that a reader reaches from itself, and how its parts are put together: the same for the
/// service and for the simulation.
///
/// @param topics of the run
/// @param plan the run
/// @param control follows the control topic, closed by the loop
/// @param backlog of the writers, which bounds what is read
/// @param settings how much at once
/// @param source the source's shards
/// @param histories the changed histories that the operator has accepted
/// @param docs makes producers for the docs and rejects topics
/// @param checkpoints the slices topic
/// @param membership in the readers' group
/// @param group makes its member
/// @param threads carry out blocking calls
/// @param clock the time
/// @param random for waits
public record ReaderAssembly(
        RunTopics topics,
        RunPlan plan,
        ControlTopicTail control,
        DocsBacklog backlog,
        ReaderSettings settings,
        IntFunction<SourceShard> source,
        AcceptedHistories histories,
        Supplier<Producer<byte[], byte[]>> docs,
        CheckpointLogs checkpoints,
        PinnedGroup membership,
        Supplier<Consumer<byte[], byte[]>> group,
        Executor threads,
        InstantSource clock,
        RandomGenerator random) {
    /// A copy that is only looked at costs it nothing.
    private static final Duration LOOKS_EVERY = Duration.ofMillis(500);

    /// A membership that follows the source's primaries as the control topic tells them.
    public static PinnedGroup membership(Pin pin, ControlTopicTail control, LongSupplier nanoTime) {
        return new PinnedGroup(pin, new KnownPrimaries(control, Side.SOURCE), nanoTime);
    }

    /// The reader's loop, which has joined the group.
    ///
    /// @param mailbox the loop's own
    /// @param counter told what is read, and what is in the way of reading more
    /// @param noMoreErrands ends the threads when the loop is closed
    public Loop loop(Mailbox mailbox, ReadCounter counter, AutoCloseable noMoreErrands) {
        try (HalfMade made = new HalfMade()) {
            Publisher publisher =
                    made.part(new Publisher(docs, topics, RunOrigin.of(plan), mailbox, backlog::published));
            Loop loop = loop(mailbox, counter, noMoreErrands, publisher);
            made.keep();
            return loop;
        }
    }

    private Loop loop(Mailbox mailbox, ReadCounter counter, AutoCloseable noMoreErrands, Publisher publisher) {
        Pace pace = new Pace(Side.SOURCE, plan.sourceShards(), settings.throttle(), control::latest, clock);
        ReaderContext around = new ReaderContext(
                plan,
                source,
                histories,
                new BlockingCalls(threads, mailbox),
                publisher,
                checkpoints,
                new ByteBudget(settings.maxBytes()),
                new ByteBudget(1),
                new ReaderContext.Limits(
                        settings.windowsInFlight(),
                        settings.windowBytes(),
                        settings.refreshSource() ? settings.refreshInterval() : LOOKS_EVERY,
                        settings.member().sessionTimeout()),
                this::closedBy,
                pace,
                new KnownMapping(control::latest),
                counter,
                backlog::found,
                backlog::published,
                clock,
                random);
        return new ReaderLoop(
                mailbox,
                shard -> new ShardReader(around, shard),
                control,
                backlog,
                pace,
                plan.sourceShards(),
                told -> new ShardGroup(membership, group.get(), topics.slices(), told.gained(), told.left()),
                () -> {
                    noMoreErrands.close();
                    // What the last errands have brought is closed by those who asked for it.
                    mailbox.drain();
                    publisher.close();
                    control.close();
                },
                clock);
    }

    private Optional<Limiter> closedBy() {
        if (!control.mayWork()) {
            return Optional.of(Limiter.of(Limiter.Kind.PAUSE));
        }
        return backlog.hasRoom() ? Optional.empty() : Optional.of(Limiter.of(Limiter.Kind.BACKLOG));
    }
}
