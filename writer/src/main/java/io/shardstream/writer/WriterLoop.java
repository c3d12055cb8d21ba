package io.shardstream.writer;

import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.writer.lane.Lane;
import io.shardstream.writer.lane.OutcomeProducer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/// Moves records from the lanes to the target. Its thread owns the consumer, the producer's records and
/// all lanes; bulks are sent on other threads and come back through the mailbox.
final class WriterLoop implements Loop {
    private static final Duration REVOKE = Duration.ofSeconds(5);
    private static final Duration CLOSE = Duration.ofSeconds(10);
    private static final Duration LEAST_FOR_COMMIT = Duration.ofSeconds(1);
    private static final long LONGEST_WAIT = Duration.ofMillis(100).toNanos();

    private final String docsTopic;
    private final ControlTopicTail control;
    private final PinnedGroup group;
    private final Consumer<byte[], byte[]> consumer;
    private final Mailbox mailbox;
    private final OutcomeProducer ledger;
    private final Intake intake;
    private final Dispatcher dispatcher;
    private final Committer committer;
    private final LaneAssignment assignment;
    private final LongSupplier nanoTime;
    private boolean subscribed;

    WriterLoop(
            String docsTopic,
            ControlTopicTail control,
            PinnedGroup group,
            Consumer<byte[], byte[]> consumer,
            Mailbox mailbox,
            OutcomeProducer ledger,
            Intake intake,
            Dispatcher dispatcher,
            Committer committer,
            FoldedLog log,
            LongSupplier nanoTime) {
        this.docsTopic = docsTopic;
        this.control = control;
        this.group = group;
        this.consumer = consumer;
        this.mailbox = mailbox;
        this.ledger = ledger;
        this.intake = intake;
        this.dispatcher = dispatcher;
        this.committer = committer;
        this.nanoTime = nanoTime;
        this.assignment = new LaneAssignment(
                consumer,
                control,
                log,
                nanoTime,
                lanes -> finish(lanes, REVOKE),
                lane -> ledger.giveUp(lane.partition()));
    }

    @Override
    public String name() {
        return "shardstream-writer";
    }

    /// @throws io.shardstream.common.loop.RunEndedException when there is nothing left to write
    @Override
    public int doWork() {
        if (!subscribed) {
            consumer.subscribe(List.of(docsTopic), assignment);
            subscribed = true;
        }
        int work = control.poll();
        control.requireGoingOn();
        group.follow(consumer);
        work += mailbox.drain();
        work += intake.read(assignment);
        work += assignment.place();
        work += dispatcher.doWork(assignment.lanes(), control.mayWork());
        work += committer.doWork(assignment.lanes(), work == 0);
        work += ledger.doWork();
        return work;
    }

    /// Waits a little for bulks under way, commits what is contiguous, and leaves the group.
    @Override
    public void close() {
        try (ledger;
                control) {
            try {
                finish(assignment.lanes(), CLOSE);
            } finally {
                assignment.closeAll();
                consumer.close(CloseOptions.timeout(CLOSE));
            }
        }
    }

    /// Gives back lanes in good order: nothing new is sent, what is under way may come back for a
    /// while, and what is contiguous by then is reported and committed. One lane that is stuck does not keep the
    /// others from that.
    private void finish(Collection<Lane> lanes, Duration atMost) {
        long deadline = nanoTime.getAsLong() + atMost.toNanos();
        do {
            int _ = committer.report(lanes);
        } while ((committer.isReporting(lanes) || lanes.stream().anyMatch(Lane::isUnderWay))
                && waitForMessage(deadline));
        long left = Math.max(LEAST_FOR_COMMIT.toNanos(), deadline - nanoTime.getAsLong());
        committer.commitNow(lanes, Duration.ofNanos(left));
    }

    private boolean waitForMessage(long deadline) {
        ledger.doWork();
        long left = deadline - nanoTime.getAsLong();
        mailbox.await(Math.clamp(left, 0, LONGEST_WAIT));
        return left > 0;
    }
}
