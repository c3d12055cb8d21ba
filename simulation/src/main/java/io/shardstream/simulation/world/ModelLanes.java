package io.shardstream.simulation.world;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.lanes.Lanes;
import io.shardstream.control.state.lanes.Workers;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// The lanes of the run as they were when this was made, in the model of Kafka.
final class ModelLanes implements Lanes {
    private static final Duration NETWORK = Duration.ofMillis(4);
    private static final Duration LOOK = Duration.ofMillis(10);

    private final Scale scale;
    private final RunPlan plan;
    private final RunOrigin origin;
    private final RunTopics topics;
    private final KafkaModel kafka;
    private final SimulatedProcess process;
    private final ShardRouter router;
    private final Producer<byte[], byte[]> producer;
    private final Map<Integer, Long> outcomesSeen = new HashMap<>();
    private final Map<Integer, Long> highestOutcome = new HashMap<>();
    private long replays;

    ModelLanes(Scale scale, KafkaModel kafka, SimulatedProcess process) {
        this.scale = scale;
        this.plan = scale.plan();
        this.origin = RunOrigin.of(plan);
        this.topics = scale.topics();
        this.kafka = kafka;
        this.process = process;
        this.router = new ShardRouter(scale.target());
        this.producer = kafka.producer(process);
    }

    private List<TopicPartition> lanesOf(String topic) {
        return IntStream.range(0, scale.target().shards())
                .mapToObj(lane -> new TopicPartition(topic, lane))
                .toList();
    }

    @Override
    public RunState state() {
        process.travel(NETWORK);
        List<Long> committed =
                lanesOf(topics.docs()).stream().map(this::written).toList();
        process.travel(NETWORK);
        Map<Integer, Checkpoint> checkpoints = new HashMap<>();
        for (int shard = 0; shard < scale.source().shards(); shard++) {
            int number = shard;
            kafka.lastValue(new TopicPartition(Scale.TOPICS.slices(), shard))
                    .ifPresent(value ->
                            checkpoints.put(number, Checkpoint.decode(value).in(plan.docsTopicId())));
        }
        process.travel(NETWORK);
        List<Long> ends = lanesOf(topics.docs()).stream().map(kafka::end).toList();
        return new RunState(plan, checkpoints, ends, committed, 0);
    }

    /// Of a group that has lost its offsets what the run has trimmed.
    private long written(TopicPartition lane) {
        long committed = kafka.committed(topics.writersGroup(plan.docsTopicId()), lane);
        return committed >= 0 ? committed : trimmed(lane.partition());
    }

    private long trimmed(int lane) {
        byte[] key = TrimmedLanes.key(lane).getBytes(StandardCharsets.UTF_8);
        return kafka.records(new TopicPartition(Scale.TOPICS.control(), 0)).stream()
                .filter(record -> Arrays.equals(record.key(), key))
                .map(record -> TrimmedLanes.decode(record.value()))
                .filter(trimmed -> trimmed.docsTopicId().equals(plan.docsTopicId()))
                .reduce((_, later) -> later)
                .map(trimmed -> trimmed.of(lane))
                .orElse(0L);
    }

    @Override
    public List<Long> publish(List<DocRecord> records) {
        return sendAll(records.stream()
                .map(document -> document.toProducerRecord(topics.docs(), laneOf(document), origin))
                .toList());
    }

    @Override
    public void note(List<RejectRecord> records) {
        List<Long> _ = sendAll(records.stream()
                .map(one -> one.toProducerRecord(topics.rejects(), laneOf(one.document())))
                .toList());
    }

    private int laneOf(DocRecord document) {
        Bytes routing = document.routing();
        return router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8());
    }

    private List<Long> sendAll(List<ProducerRecord<byte[], byte[]>> records) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        records.forEach(one -> sent.add(producer.send(one)));
        while (sent.stream().anyMatch(one -> !one.isDone())) {
            process.sleep(LOOK);
        }
        for (Future<RecordMetadata> one : sent) {
            if (one.state() == Future.State.FAILED) {
                throw new KafkaException(new CompletionException(one.exceptionNow()));
            }
        }
        return sent.stream().map(one -> one.resultNow().offset()).toList();
    }

    @Override
    public NotedRejects rejects() {
        return NotedRejects.of(new RejectOrder(plan.reading().versions()), this::forEachReject);
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        process.travel(NETWORK);
        lanesOf(topics.rejects())
                .forEach(lane -> kafka.records(lane)
                        .forEach(record -> sink.accept(RejectRecord.from(record), lane.partition())));
    }

    /// Cut-overs are begun whoever is away.
    @Override
    public Workers workers() {
        return new Workers(1, 1);
    }

    @Override
    public long replays() {
        process.travel(NETWORK);
        for (TopicPartition lane : lanesOf(topics.outcomes())) {
            long seen = outcomesSeen.getOrDefault(lane.partition(), -1L);
            for (var record : kafka.records(lane, Math.max(0, seen))) {
                Outcome outcome = Outcome.decode(record.value());
                long highest = highestOutcome.getOrDefault(lane.partition(), 0L);
                replays += seen >= 0 && outcome.from() < highest ? 1 : 0;
                highestOutcome.put(lane.partition(), Math.max(highest, outcome.to()));
            }
            outcomesSeen.put(lane.partition(), kafka.end(lane));
        }
        return replays;
    }
}
