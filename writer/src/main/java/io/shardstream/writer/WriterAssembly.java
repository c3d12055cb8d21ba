package io.shardstream.writer;

import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.group.KnownPrimaries;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.log.Warning;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.Pace;
import io.shardstream.writer.lane.OutcomeProducer;
import io.shardstream.writer.limit.NodeLimit;
import io.shardstream.writer.send.BulkComposer;
import io.shardstream.writer.send.BulkSender;
import io.shardstream.writer.send.SendBackoff;
import io.shardstream.writer.send.WriteCounter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.producer.Producer;

/// Everything that a writer reaches from itself, and how its parts are put together: the same for the
/// service and for the simulation.
///
/// @param topics of the run
/// @param plan the run
/// @param control follows the control topic, closed by the loop
/// @param settings how much at once
/// @param sender to the target
/// @param group the membership in the writers' group
/// @param consumer the member
/// @param producer of outcomes and rejects
/// @param nanoTime the time, in nanoseconds from any moment
/// @param clock the time of day
/// @param random for waits
/// @param warnings are written for people
public record WriterAssembly(
        RunTopics topics,
        RunPlan plan,
        ControlTopicTail control,
        WriterSettings settings,
        BulkSender sender,
        PinnedGroup group,
        org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
        Producer<byte[], byte[]> producer,
        LongSupplier nanoTime,
        InstantSource clock,
        RandomGenerator random,
        Consumer<Warning> warnings) {
    private static final Duration LINGER = Duration.ofMillis(50);

    /// A membership that follows the primaries as the control topic tells them.
    public static PinnedGroup membership(Pin pin, ControlTopicTail control, LongSupplier nanoTime) {
        return new PinnedGroup(pin, new KnownPrimaries(control, Side.TARGET), nanoTime);
    }

    /// The writer's loop, nothing of which has begun.
    ///
    /// @param mailbox the loop's own
    public Loop loop(Mailbox mailbox) {
        return loop(mailbox, new WriteCounter());
    }

    Loop loop(Mailbox mailbox, WriteCounter counter) {
        FoldedLog log = new FoldedLog(warnings, nanoTime);
        OutcomeProducer ledger =
                new OutcomeProducer(producer, topics, mailbox, WriterClients.MAX_UNACKED_BYTES, log::warn, nanoTime);
        Dispatcher dispatcher = new Dispatcher(
                plan,
                sender,
                new LaneNodes(new KnownPrimaries(control, Side.TARGET)),
                nanos -> new NodeLimit(settings.bulksInFlight(), settings.bulkBytes(), nanos),
                new Pace(Side.TARGET, plan.lanes(), settings.throttle(), control::latest, clock),
                new BulkComposer(settings.bulkScope(), LINGER),
                new SendBackoff(random),
                ledger,
                mailbox,
                new WriteAliasFence(control, nanoTime),
                counter,
                log,
                nanoTime);
        return new WriterLoop(
                topics.docs(),
                control,
                group,
                consumer,
                mailbox,
                ledger,
                new Intake(
                        consumer,
                        topics.docs(),
                        RunOrigin.of(plan),
                        plan.reading().versions(),
                        settings.maxBytes(),
                        OpenOffsets.MOST,
                        nanoTime),
                dispatcher,
                new Committer(consumer, topics.docs(), ledger, log, nanoTime),
                log,
                nanoTime);
    }
}
