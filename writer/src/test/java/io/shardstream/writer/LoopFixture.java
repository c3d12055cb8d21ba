package io.shardstream.writer;

import static java.util.Objects.requireNonNull;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.group.KnownPrimaries;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.log.Warning;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.Pace;
import io.shardstream.common.runfile.BulkScope;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.lane.OutcomeProducer;
import io.shardstream.writer.limit.Pressure;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.BulkComposer;
import io.shardstream.writer.send.NodeFigures;
import io.shardstream.writer.send.SendBackoff;
import io.shardstream.writer.send.WriteCounter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// The real loop with Kafka's own test clients, a sender that answers when it is told to, and a clock
/// that moves when it is told to.
final class LoopFixture {
    static final RunTopics TOPICS = new RunTopics("run");
    static final RunPlan PLAN = new RunPlan(
            "source",
            "su",
            1,
            "target",
            "tu",
            new ShardRouting(2, 1024, 1),
            "Run-Write",
            "topic",
            1 << 20,
            List.of(9L),
            10);
    static final RunOrigin ORIGIN = RunOrigin.of(PLAN);
    static final long BULK_BYTES = 4000;
    static final long MAX_BYTES = 100_000;
    static final int BULKS = 2;

    long nanos = 1_000;
    /// Runs once, when the loop next waits for a message.
    Runnable whileWaiting = () -> {};

    @Nullable
    Exception commitProblem;

    private @Nullable ConsumerRebalanceListener rebalances;

    /// Of these nobody says where they begin.
    final Set<TopicPartition> withoutLeader = new HashSet<>();
    private int asked;

    final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none") {
        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(
                Collection<TopicPartition> lanes, Duration timeout) {
            asked++;
            if (!Collections.disjoint(lanes, withoutLeader)) {
                nanos += timeout.toNanos();
                throw new TimeoutException("no leader");
            }
            return super.beginningOffsets(lanes);
        }

        @Override
        public synchronized void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
            rebalances = listener;
            super.subscribe(topics, listener);
        }

        @Override
        public synchronized void commitAsync(
                Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
            if (commitProblem != null) {
                callback.onComplete(offsets, commitProblem);
                return;
            }
            offsets.forEach((lane, offset) -> commits.put(lane.partition(), offset.offset()));
            super.commitAsync(offsets, callback);
        }
    };
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private final MockConsumer<byte[], byte[]> controlTopic = new MockConsumer<>("none");
    private long said;
    final MockProducer<byte[], byte[]> producer;
    /// These partitions of outcomes and rejects take nothing, and say nothing of it.
    final Set<TopicPartition> stuck = new HashSet<>();
    /// What they were to take: told what became of it.
    final List<Callback> withheld = new ArrayList<>();
    final ArrayDeque<Sent> sent = new ArrayDeque<>();
    final List<Bulk> allSent = new ArrayList<>();
    final List<Pressure> refusals = new ArrayList<>();
    final List<Warning> logged = new ArrayList<>();
    final WriteCounter counter = new WriteCounter();
    final WriterLoop loop;
    private final Map<Integer, Long> commits = new HashMap<>();
    private final Map<Integer, Long> ends = new HashMap<>();

    record Sent(Bulk bulk, String node, Consumer<BulkAnswer> answer, Consumer<Throwable> failed) {}

    private final class WaitingMailbox extends Mailbox {
        @Override
        public void await(long waitNanos) {
            Runnable once = whileWaiting;
            whileWaiting = () -> {};
            once.run();
            if (drain() == 0) {
                nanos += waitNanos;
            }
        }
    }

    /// @param acknowledges whether the producer's records are acknowledged at once
    LoopFixture(boolean acknowledges) {
        this(acknowledges, OpenOffsets.MOST);
    }

    /// @param openOffsets that its lanes may have
    LoopFixture(boolean acknowledges, OpenOffsets openOffsets) {
        producer = new MockProducer<>(acknowledges, null, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
                if (stuck.contains(new TopicPartition(message.topic(), requireNonNull(message.partition())))) {
                    withheld.add(callback);
                    return new CompletableFuture<>();
                }
                return super.send(message, callback);
            }
        };
        ControlTopicTail control = new ControlTopicTail(controlTopic, TOPICS, () -> Instant.ofEpochSecond(0, nanos));
        controlTopic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        say(RunPlan.KEY, PLAN.encode());
        FoldedLog log = new FoldedLog(logged::add, () -> nanos);
        Mailbox mailbox = new WaitingMailbox();
        OutcomeProducer ledger = new OutcomeProducer(producer, TOPICS, mailbox, 1 << 20, log::warn, () -> nanos);
        Dispatcher dispatcher = new Dispatcher(
                PLAN,
                (bulk, node, answered, failed) -> {
                    sent.addLast(new Sent(bulk, node, answered, failed));
                    allSent.add(bulk);
                },
                new LaneNodes(new KnownPrimaries(control, Side.TARGET)),
                _ -> new FixedBulkLimit(BULKS, BULK_BYTES, refusals),
                new Pace(Side.TARGET, 2, Throttle.NONE, control::latest, () -> Instant.ofEpochSecond(0, nanos)),
                new BulkComposer(BulkScope.AUTO, Duration.ZERO),
                new SendBackoff(new Random(1)),
                ledger,
                mailbox,
                new WriteAliasFence(control, () -> nanos),
                counter,
                log,
                () -> nanos);
        loop = new WriterLoop(
                TOPICS.docs(),
                control,
                new PinnedGroup(Pin.NONE, new KnownPrimaries(control, Side.TARGET), () -> nanos),
                consumer,
                mailbox,
                ledger,
                new Intake(consumer, TOPICS.docs(), ORIGIN, VersionMode.SEQNO, MAX_BYTES, openOffsets, () -> nanos),
                dispatcher,
                new Committer(consumer, TOPICS.docs(), ledger, log, () -> nanos),
                log,
                () -> nanos);
        consumer.updateBeginningOffsets(Map.of(lane(0), 0L, lane(1), 0L));
        loop.doWork();
    }

    /// Writes to the control topic.
    void say(String key, byte @Nullable [] value) {
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        controlTopic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, said++, name, value));
        controlTopic.updateEndOffsets(Map.of(CONTROL, said));
    }

    /// How often it was asked where lanes begin.
    int asked() {
        return asked;
    }

    static TopicPartition lane(int partition) {
        return new TopicPartition(TOPICS.docs(), partition);
    }

    /// Gives these lanes to the writer, and takes away the others.
    LoopFixture assign(Integer... lanes) {
        consumer.rebalance(Stream.of(lanes).map(LoopFixture::lane).toList());
        loop.doWork();
        return this;
    }

    /// Tells the writer that somebody else has a lane already.
    void lose(int partition) {
        requireNonNull(rebalances).onPartitionsLost(List.of(lane(partition)));
    }

    /// Adds so many records to a lane; ids are lane-offset.
    LoopFixture add(int partition, int records, int bytes) {
        for (int i = 0; i < records; i++) {
            add(partition, bytes, ORIGIN);
        }
        return this;
    }

    /// Adds a record to a lane.
    ///
    /// @param origin the run that it says it is of; of none, as those of earlier versions, if null
    void add(int partition, int bytes, @Nullable RunOrigin origin) {
        long offset = ends.merge(partition, 1L, Long::sum) - 1;
        DocRecord document = new DocRecord(
                Bytes.utf8(partition + "-" + offset),
                null,
                new VersionWord(1, 0, offset).value(),
                Bytes.utf8("x".repeat(bytes)));
        ProducerRecord<byte[], byte[]> record =
                document.toProducerRecord(TOPICS.docs(), partition, origin == null ? ORIGIN : origin);
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(TOPICS.docs(), partition, offset, record.key(), record.value());
        record.headers().forEach(read.headers()::add);
        if (origin == null) {
            read.headers().remove("o");
        }
        consumer.addRecord(read);
    }

    /// Adds a record to a lane that a later version has written.
    void addNewer(int partition) {
        long offset = ends.merge(partition, 1L, Long::sum) - 1;
        ConsumerRecord<byte[], byte[]> read =
                new ConsumerRecord<>(TOPICS.docs(), partition, offset, new byte[] {'1'}, new byte[] {'{', '}'});
        read.headers()
                .add("v", ByteBuffer.allocate(Long.BYTES).putLong(1L << 50).array())
                .add("f", new byte[] {'2'});
        consumer.addRecord(read);
    }

    LoopFixture startingAt(int partition, long offset) {
        ends.put(partition, offset);
        return this;
    }

    void step() {
        while (loop.doWork() > 0) {}
    }

    void advance(Duration time) {
        nanos += time.toNanos();
        step();
    }

    /// Long enough for a commit to be due.
    void second() {
        advance(Duration.ofSeconds(1));
    }

    /// Answers the oldest bulk under way; the i-th item for its i-th record, the last one for all
    /// others too.
    Bulk answer(ItemAnswer... items) {
        Sent one = sent.removeFirst();
        List<ItemAnswer> all = new ArrayList<>();
        for (int i = 0; i < one.bulk().entries().size(); i++) {
            all.add(items[Math.min(i, items.length - 1)]);
        }
        one.answer().accept(new BulkAnswer.Items(all, 7, "node-1"));
        step();
        return one.bulk();
    }

    Bulk answerWhole(BulkAnswer answer) {
        Sent one = sent.removeFirst();
        one.answer().accept(answer);
        step();
        return one.bulk();
    }

    /// Answers all bulks with the same until none is under way.
    void answerAll(ItemAnswer item) {
        while (!sent.isEmpty()) {
            answer(item);
        }
    }

    /// What was done in all.
    WriterProgress done() {
        return WriterProgress.of(counter.nodes());
    }

    /// What was done with a node that something was sent to.
    NodeFigures figures(String node) {
        return counter.nodes().stream()
                .filter(one -> one.node().equals(node))
                .findFirst()
                .orElseThrow();
    }

    /// The last offset that was committed of a lane, -1 if none was.
    long committed(int partition) {
        return commits.getOrDefault(partition, -1L);
    }

    static List<String> ids(Bulk bulk) {
        return bulk.entries().stream()
                .map(entry -> entry.document().id().utf8())
                .toList();
    }

    List<Outcome> outcomes() {
        return producer.history().stream()
                .filter(record -> record.topic().equals(TOPICS.outcomes()))
                .map(record -> Outcome.decode(record.value()))
                .toList();
    }

    List<Reject> rejects() {
        List<Reject> rejects = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> record : producer.history()) {
            if (record.topic().equals(TOPICS.rejects())) {
                ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>(
                        record.topic(), requireNonNull(record.partition()), 0, record.key(), record.value());
                record.headers().forEach(read.headers()::add);
                rejects.add(Reject.from(read));
            }
        }
        return rejects;
    }

    void refuseAll(BulkAnswer answer) {
        while (!sent.isEmpty()) {
            answerWhole(answer);
        }
    }
}
