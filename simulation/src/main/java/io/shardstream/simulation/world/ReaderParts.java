package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.group.MemberSettings;
import io.shardstream.common.group.Pin;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.reader.ReaderAssembly;
import io.shardstream.reader.ReaderSettings;
import io.shardstream.reader.publish.CheckpointLog;
import io.shardstream.reader.publish.CheckpointLogs;
import io.shardstream.reader.publish.DocsBacklog;
import io.shardstream.reader.shard.ReadCounter;
import io.shardstream.reader.source.SourceShard;
import io.shardstream.simulation.elastic.SourceModel;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.SimulatedMailbox;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.simulation.rule.BrokenCopy;
import io.shardstream.simulation.rule.CarelessProducer;
import io.shardstream.simulation.rule.ForgetfulProducer;
import io.shardstream.simulation.rule.PartialResults;
import io.shardstream.simulation.rule.Rule;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// A real reader over the models.
final class ReaderParts {
    private static final Duration NETWORK = Duration.ofMillis(4);
    /// Between reading and fencing, where they are exchanged.
    private static final Duration IN_BETWEEN = Duration.ofMillis(400);

    private static final Duration REFRESH_INTERVAL = Duration.ofMillis(500);
    private static final Duration SESSION = Duration.ofMillis(1500);
    private static final int WINDOWS_IN_FLIGHT = 2;
    private static final long MAX_BYTES = 4000;
    /// So little that readers are held back again and again.
    private static final long MAX_BACKLOG = 1000;

    private final Scale scale;
    private final SourceModel source;
    private final KafkaModel kafka;
    private final @Nullable Rule off;

    ReaderParts(Scale scale, SourceModel source, KafkaModel kafka, @Nullable Rule off) {
        this.scale = scale;
        this.source = source;
        this.kafka = kafka;
        this.off = off;
    }

    Loop loop(SimulatedProcess process, SimulatedMailbox mailbox) {
        RunPlan plan = scale.plan();
        RunTopics topics = scale.topics();
        return new ReaderAssembly(
                        topics,
                        plan,
                        new ControlTopicTail(kafka.reader(process), topics, process.clock()),
                        new DocsBacklog(
                                MAX_BACKLOG,
                                plan.reading().inSlices(),
                                () -> uncommitted(plan, topics),
                                process.clock()),
                        new ReaderSettings(
                                WINDOWS_IN_FLIGHT,
                                scale.windowBytes(),
                                MAX_BYTES,
                                OptionalLong.of(MAX_BACKLOG),
                                MemberSettings.of(SESSION),
                                scale.mayRefresh(),
                                REFRESH_INTERVAL,
                                Throttle.NONE),
                        shard -> shard(shard, process),
                        shard -> accepted(shard, process),
                        () -> off == Rule.ACKNOWLEDGED
                                ? new CarelessProducer(kafka.producer(process))
                                : kafka.producer(process),
                        checkpoints(process),
                        new PinnedGroup(Pin.NONE, () -> PrimaryNodes.UNKNOWN, process.kernel()::nanos),
                        () -> kafka.member(process, Scale.TOPICS.readersGroup(), SESSION),
                        process,
                        process.clock(),
                        process.kernel().random())
                .loop(mailbox, new ReadCounter(), () -> {});
    }

    /// As Kafka tells it while it is well; the answer of one that is not is the same a little later.
    private CompletionStage<List<Long>> uncommitted(RunPlan plan, RunTopics topics) {
        String writers = topics.writersGroup(plan.docsTopicId());
        return CompletableFuture.completedFuture(IntStream.range(0, plan.lanes())
                .mapToObj(lane -> new TopicPartition(topics.docs(), lane))
                .map(lane -> (long) kafka.records(lane, Math.max(0, kafka.committed(writers, lane)))
                        .size())
                .toList());
    }

    private SourceShard shard(int number, SimulatedProcess process) {
        SourceShard shard = source.shard(number, process, off == Rule.ONE_COPY);
        return switch (off) {
            case CAP,
                    SETTLE,
                    SNAPSHOT_SETTLED,
                    SNAPSHOT_REFRESHED,
                    TERM,
                    ALLOCATION,
                    REFRESH_AWAITED,
                    TWO_REFRESHES -> {
                Rule broken = off;
                AtomicLong refreshCalls = new AtomicLong();
                yield () -> new BrokenCopy(shard, broken, refreshCalls);
            }
            case ONE_COPY -> shard;
            case WHOLE_RESULTS ->
                () -> new PartialResults(shard.locate(), process.kernel().random());
            case null, default -> shard;
        };
    }

    private @Nullable AcceptedHistory accepted(int shard, SimulatedProcess process) {
        process.travel(NETWORK);
        if (off == Rule.HISTORY_ACCEPTED && source.changes(shard) > 0) {
            return new AcceptedHistory(shard, source.history(shard), 1 + source.changes(shard), -1);
        }
        return new ModelHistories(kafka).of(shard).orElse(null);
    }

    private CheckpointLogs checkpoints(SimulatedProcess process) {
        CheckpointLog.Partition partition = number -> stored(process, number);
        IntFunction<Producer<byte[], byte[]>> producers =
                shard -> forgetful(kafka.transactionalProducer(process, transactionalId(process, shard)));
        if (off == Rule.FENCED_BEFORE_READ) {
            Map<Integer, Map<String, byte[]>> early = new HashMap<>();
            return new CheckpointLogs(
                    shard -> {
                        early.put(shard, partition.read(shard));
                        process.travel(IN_BETWEEN);
                        return producers.apply(shard);
                    },
                    number -> early.getOrDefault(number, Map.of()),
                    Scale.TOPICS,
                    () -> RunFormat.NEWEST);
        }
        return new CheckpointLogs(producers, partition, Scale.TOPICS, () -> RunFormat.NEWEST);
    }

    private Producer<byte[], byte[]> forgetful(Producer<byte[], byte[]> producer) {
        return off == Rule.HISTORY_KEPT ? new ForgetfulProducer(producer) : producer;
    }

    private String transactionalId(SimulatedProcess process, int shard) {
        String id = Scale.TOPICS.sliceTransactionalId(shard);
        return off == Rule.FENCING ? id + "." + process : id;
    }

    private Map<String, byte[]> stored(SimulatedProcess process, int shard) {
        Consumer<byte[], byte[]> consumer = kafka.reader(process);
        Map<String, byte[]> stored =
                CompactedPartition.read(consumer, new TopicPartition(Scale.TOPICS.slices(), shard));
        if (off == Rule.OTHER_DOCS_TOPIC) {
            stored.replaceAll((_, value) -> ofThisDocsTopic(Checkpoint.decode(value)));
        }
        return stored;
    }

    private byte[] ofThisDocsTopic(Checkpoint one) {
        return new Checkpoint(
                        scale.plan().docsTopicId(),
                        one.indexUuid(),
                        one.historyUuid(),
                        one.lineage(),
                        one.done(),
                        one.docs(),
                        one.bytes())
                .encode(RunFormat.NEWEST);
    }
}
