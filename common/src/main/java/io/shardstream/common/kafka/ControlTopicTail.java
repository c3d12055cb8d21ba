package io.shardstream.common.kafka;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.common.loop.SteadyClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/// Follows the control topic of a run without waiting, for a loop that must know while it works: whether the
/// run is paused, has ended, and what else was decided. Kafka may be away meanwhile: then the last that was
/// heard stands.
///
/// Used by one thread, except for [#latest()].
public final class ControlTopicTail implements AutoCloseable {
    private static final Duration BETWEEN_POLLS = Duration.ofMillis(100);
    /// Until the topic's end is reached, for the first time or once more, which takes a poll for each answer of
    /// Kafka: where the topic is, where it begins, what is in it.
    private static final Duration BETWEEN_FIRST_POLLS = Duration.ofMillis(5);
    /// Much shorter than brokers keep the record that takes a key away (`delete.retention.ms`, a day by
    /// default): who was away when it came and when it went would hold on to what the key said.
    private static final Duration READ_ANEW_AFTER = Duration.ofHours(6);
    /// The leader is asked, whatever rack the user has: a follower that is behind would show less than
    /// whoever has taken the run over has read.
    static final Map<String, String> SETTINGS =
            Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed", ConsumerConfig.CLIENT_RACK_CONFIG, "");

    private final RunTopics topics;
    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final InstantSource clock;
    private final InstantSource wallClock;
    private final int understands;
    private final Ends ends;
    private final LatestValues values = new LatestValues();
    /// Written by that thread, read by any.
    private volatile ControlRecords latest = ControlRecords.NONE;
    private long end;
    private Instant nextPoll = Instant.MIN;
    /// By the wall clock.
    private Instant begun;
    private boolean hasNews;
    /// Whether [#latest()] is from before the topic was read anew. If that was since it had lost records,
    /// others have got their offsets.
    private boolean isBegunAnew;

    /// @param consumer `read_committed`, of this tail's own, which closes it
    /// @param topics of the run, in the generation that whoever follows works with
    public ControlTopicTail(Consumer<byte[], byte[]> consumer, RunTopics topics, InstantSource clock) {
        this(consumer, topics, clock, clock, RunFormat.NEWEST);
    }

    /// @param wallClock goes on while the machine sleeps, unlike a [SteadyClock]
    /// @param understands the newest [RunFormat] that whoever follows understands
    ControlTopicTail(
            Consumer<byte[], byte[]> consumer,
            RunTopics topics,
            InstantSource clock,
            InstantSource wallClock,
            int understands) {
        this(
                consumer,
                topics,
                clock,
                wallClock,
                understands,
                (partition, atMost) -> LogEnd.of(consumer, partition, atMost));
    }

    /// @param ends says where the topic ends, with what does not count yet; of this tail's own, which closes it
    ControlTopicTail(
            Consumer<byte[], byte[]> consumer,
            RunTopics topics,
            InstantSource clock,
            InstantSource wallClock,
            int understands,
            Ends ends) {
        this.topics = topics;
        this.ends = ends;
        this.understands = understands;
        this.consumer = consumer;
        this.partition = new TopicPartition(topics.control(), 0);
        this.clock = clock;
        this.wallClock = wallClock;
        this.begun = wallClock.instant();
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    /// Asks where a partition ends.
    @FunctionalInterface
    interface Ends extends AutoCloseable {
        /// @throws org.apache.kafka.common.errors.RetriableException if Kafka does not say in time
        long of(TopicPartition partition, Duration atMost);

        @Override
        default void close() {}
    }

    /// @throws org.apache.kafka.common.KafkaException if no client can be made, as where no host is known
    public static ControlTopicTail of(KafkaConnection kafka, RunTopics topics) {
        try (HalfMade made = new HalfMade()) {
            // Made here, and not where it is asked: a loop gets through without an answer, and not without a client.
            LogEnd ends = made.part(LogEnd.at(kafka));
            Consumer<byte[], byte[]> consumer = kafka.consumer("shardstream-control-tail", SETTINGS);
            ControlTopicTail tail = new ControlTopicTail(
                    consumer, topics, new SteadyClock(), InstantSource.system(), kafka.understands(), ends);
            made.keep();
            return tail;
        }
    }

    /// Takes in what has come, ten times a second at most once the topic's end was reached. Every six hours,
    /// and after a sleep of that length, all of the topic is read anew.
    ///
    /// @return how many records
    /// @throws io.shardstream.common.contract.record.NewerFormatException if the run's format is not understood
    /// @throws BlockedException if the topic had the run's plan and has lost it
    public int poll() {
        Instant now = clock.instant();
        if (now.isBefore(nextPoll)) {
            return 0;
        }
        nextPoll = now.plus(latest == ControlRecords.NONE || hasNews ? BETWEEN_FIRST_POLLS : BETWEEN_POLLS);
        // Regardless of whether Kafka was reached meanwhile, which a consumer at the topic's end does not tell. A
        // clock that was put back counts as one that was put on.
        Instant wall = wallClock.instant();
        if (Duration.between(begun, wall).abs().compareTo(READ_ANEW_AFTER) >= 0) {
            readAnew(wall);
        }
        int read = 0;
        try {
            for (ConsumerRecord<byte[], byte[]> kafka : consumer.poll(Duration.ZERO)) {
                values.keep(kafka);
                read++;
            }
        } catch (OffsetOutOfRangeException e) {
            // Records were lost that had been read: what they said does not count, and the rest is read again.
            readAnew(wall);
        }
        // What a key held before counts for nothing: only at the topic's end is anything told.
        hasNews |= read > 0;
        if (consumer.currentLag(partition).orElse(1) == 0) {
            if (hasNews) {
                ControlRecords found = ControlRecords.of(values, understands);
                requirePlanKept(found);
                latest = found;
                hasNews = false;
            }
            // Also behind a transaction that was aborted, of which no record comes.
            end = consumer.position(partition);
            isBegunAnew = false;
        }
        return read;
    }

    /// What was heard last stands until the topic's end is reached again.
    private void readAnew(Instant now) {
        begun = now;
        isBegunAnew = true;
        values.clear();
        hasNews = true;
        consumer.seekToBeginning(List.of(partition));
    }

    /// Nobody ever takes a plan back: without it, who waits for the run to be known would wait for ever.
    private void requirePlanKept(ControlRecords found) {
        if (latest.plan().isPresent() && found.plan().isEmpty()) {
            throw new BlockedException(
                    "Topic " + topics.control() + " has lost the run's plan. " + WatchedTopic.ADOPT_TARGET);
        }
    }

    /// What the topic said when its end was last reached; nothing before that.
    public ControlRecords latest() {
        return latest;
    }

    /// The offset at which [#latest()] was taken: what was written below is in it, or something newer in its
    /// place.
    public long end() {
        return end;
    }

    /// Whether all that was written below an offset is in [#latest()], or something newer in its place.
    public boolean holds(long offset) {
        return !isBegunAnew && end >= offset;
    }

    /// Where the topic ends now, with what does not count yet: what others have written may lie behind a
    /// transaction that is still open. Once the tail [#holds(long)] that, [#latest()] has all that was
    /// written before this call.
    ///
    /// @throws org.apache.kafka.common.errors.RetriableException if Kafka does not say in time
    public long endNow(Duration atMost) {
        return ends.of(partition, atMost);
    }

    /// Whether readers may begin windows and writers may send bulks: the run is known, and not paused.
    public boolean mayWork() {
        return latest.plan().isPresent() && latest.pause().isEmpty();
    }

    /// @throws PlanChangedException if the run has topics of a later generation
    /// @throws RunEndedException if the run has ended
    public void requireGoingOn() {
        latest.requireGeneration(topics);
        latest.end(topics.run()).ifPresent(ended -> {
            throw ended;
        });
    }

    @Override
    public void close() {
        try {
            KafkaConnection.close(consumer);
        } finally {
            ends.close();
        }
    }
}
