package io.shardstream.reader.shard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.Mailbox;
import io.shardstream.common.pace.HeldBack;
import io.shardstream.common.pace.Limiter;
import io.shardstream.common.pace.Pace;
import io.shardstream.reader.publish.BlockingCalls;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.Publisher;
import io.shardstream.reader.window.ByteBudget;
import io.shardstream.reader.window.DocumentTally;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A shard reader with everything around it in memory. Errands wait until they are stepped, so a test
/// decides what happens between a request and its answer.
public final class ReaderHarness {
    public static final int SHARD = 3;
    static final Duration ROUND_EVERY = Duration.ofMillis(500);
    private static final int RESTLESS = 100_000;
    public static final RunPlan PLAN = new RunPlan(
            "index",
            "uuid",
            8,
            "target",
            "target-uuid",
            new ShardRouting(2, 2, 1),
            "alias",
            "docs-1",
            1000,
            List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L),
            0);

    RunPlan plan = PLAN;
    Duration roundEvery = ROUND_EVERY;
    public final FakeSource source = new FakeSource();
    /// Those of other shards.
    final Map<Integer, FakeSource> others = new HashMap<>();
    public final FakeClock clock = new FakeClock();
    final ByteBudget budget = new ByteBudget(100_000);
    final List<MockProducer<byte[], byte[]>> docs = new ArrayList<>();
    final List<MockProducer<byte[], byte[]>> slices = new ArrayList<>();
    final Map<String, byte[]> stored = new HashMap<>();
    final Queue<Runnable> errands = new ArrayDeque<>();
    boolean acknowledge = true;
    boolean paused;
    /// Whether no shard can be taken over.
    boolean isKafkaAway;
    final ReadCounter counter =
            new ReadCounter(() -> TimeUnit.MILLISECONDS.toNanos(clock.instant().toEpochMilli()));
    final HeldBack held = counter.held();
    ControlRecords said = ControlRecords.NONE;
    int runFormat = RunFormat.FIRST;
    DocumentTally published = DocumentTally.NOTHING;
    /// What Kafka took of harvests that failed.
    DocumentTally strays = DocumentTally.NOTHING;
    /// What checkpoints said was published before.
    DocumentTally found = DocumentTally.NOTHING;

    public @Nullable AcceptedHistory accepted;

    public final Mailbox mailbox = new Mailbox();
    private final LastLooks lastLooks = new LastLooks();
    private final RunTopics topics = new RunTopics("test");

    /// The same plan for a source whose numbers cannot be searched.
    void readInSlices() {
        plan = plan(new SourceReading(VersionMode.SEQNO, true, true));
    }

    private static RunPlan plan(SourceReading reading) {
        return new RunPlan(
                PLAN.sourceIndex(),
                PLAN.sourceUuid(),
                PLAN.sourceShards(),
                PLAN.targetIndex(),
                PLAN.targetUuid(),
                PLAN.targetRouting(),
                PLAN.writeAlias(),
                PLAN.docsTopicId(),
                PLAN.maxDocumentBytes(),
                PLAN.goal(),
                PLAN.goalDocs(),
                reading);
    }

    ShardReader reader() {
        return reader(SHARD);
    }

    public ShardReader reader(int shard) {
        return new ShardReader(
                new ReaderContext(
                        plan,
                        one -> others.getOrDefault(one, source),
                        _ -> accepted,
                        new BlockingCalls(errands::add, mailbox),
                        new Publisher(
                                this::docsProducer,
                                topics,
                                RunOrigin.of(plan),
                                mailbox,
                                tally -> strays = strays.plus(tally)),
                        new CheckpointLogs(_ -> slicesProducer(), _ -> stored, topics, () -> runFormat),
                        budget,
                        new ByteBudget(1),
                        new ReaderContext.Limits(2, 2_000, roundEvery, Duration.ofSeconds(6)),
                        () -> paused ? Optional.of(Limiter.of(Limiter.Kind.PAUSE)) : Optional.empty(),
                        new Pace(Side.SOURCE, plan.sourceShards(), Throttle.NONE, () -> said, clock),
                        new KnownMapping(() -> said),
                        counter,
                        tally -> found = found.plus(tally),
                        tally -> published = published.plus(tally),
                        clock,
                        new Random(1)),
                shard);
    }

    private Producer<byte[], byte[]> docsProducer() {
        docs.add(new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()));
        return docs.getLast();
    }

    private Producer<byte[], byte[]> slicesProducer() {
        if (isKafkaAway) {
            throw new TimeoutException("away");
        }
        slices.add(new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()));
        return slices.getLast();
    }

    /// Lets everything happen that can happen without time passing.
    void settle(ShardReader reader) {
        settle(List.of(reader));
    }

    /// The same with all shards that a reader has.
    void settle(List<ShardReader> readers) {
        int work;
        int steps = 0;
        do {
            if (++steps > RESTLESS) {
                throw new AssertionError("the reader does not come to rest");
            }
            work = readers.stream().mapToInt(ShardReader::step).sum()
                    + acknowledgeAll()
                    + runErrands()
                    + mailbox.drain();
            lastLooks.end(readers, clock.instant());
        } while (work > 0);
    }

    /// The same over some seconds.
    void pass(ShardReader reader, Duration time) {
        pass(List.of(reader), time);
    }

    /// The same with all shards that a reader has.
    void pass(List<ShardReader> readers, Duration time) {
        Duration tick = Duration.ofMillis(50);
        for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(tick)) {
            settle(readers);
            clock.advance(tick);
        }
        settle(readers);
    }

    /// Lets everything happen until that many errands wait at once.
    void untilErrands(ShardReader reader, int count) {
        while (errands.size() < count) {
            runErrands();
            mailbox.drain();
            reader.step();
        }
    }

    /// Carries out the errands that were sent so far; their outcomes wait in the mailbox.
    public int runErrands() {
        int count = errands.size();
        for (int i = 0; i < count; i++) {
            errands.remove().run();
        }
        return count;
    }

    int deliver() {
        return mailbox.drain();
    }

    public int acknowledgeAll() {
        int count = 0;
        for (MockProducer<byte[], byte[]> producer : docs) {
            while (acknowledge && producer.completeNext()) {
                count++;
            }
        }
        return count;
    }

    /// Numbers of the records in the docs topic, in the order in which they were sent, by all producers.
    List<Long> numbers() {
        return docs.stream()
                .flatMap(producer -> producer.history().stream())
                .filter(record -> record.topic().equals(topics.docs()))
                .map(ReaderHarness::numberOf)
                .toList();
    }

    static long numberOf(ProducerRecord<byte[], byte[]> record) {
        return wordOf(record).seqNo();
    }

    static VersionWord wordOf(ProducerRecord<byte[], byte[]> record) {
        return VersionWord.of(
                ByteBuffer.wrap(record.headers().lastHeader("v").value()).getLong());
    }

    /// The last one of a shard.
    Checkpoint checkpoint(int shard) {
        return slices.stream()
                .flatMap(producer -> producer.history().stream())
                .filter(record -> record.partition() == shard)
                .map(record -> Checkpoint.decode(record.value()))
                .toList()
                .getLast();
    }

    public List<Checkpoint> checkpoints() {
        return slices.stream()
                .flatMap(producer -> producer.history().stream())
                .map(record -> Checkpoint.decode(record.value()))
                .toList();
    }

    long done() {
        List<Checkpoint> all = checkpoints();
        return all.isEmpty() ? -1 : all.getLast().done();
    }

    void store(Checkpoint checkpoint) {
        stored.put(Checkpoint.key(SHARD), checkpoint.encode(runFormat));
    }

    static ElasticException refused(int status, String type) {
        Bytes body = Bytes.utf8("{\"error\":{\"type\":\"" + type + "\",\"reason\":\"no\"}}");
        try {
            new Reply("http://node", Call.get("/_search"), status, body).orThrow();
            throw new AssertionError("not refused");
        } catch (ElasticException e) {
            return e;
        }
    }

    static Iterable<Long> upTo(long last) {
        return LongStream.rangeClosed(0, last).boxed().toList();
    }

    static Checkpoint checkpoint(String docsTopicId, String indexUuid, String historyUuid, long done) {
        return new Checkpoint(docsTopicId, indexUuid, historyUuid, 1, done, 100, 1000);
    }
}
