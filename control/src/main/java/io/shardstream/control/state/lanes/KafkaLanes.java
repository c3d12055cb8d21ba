package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/// The lanes of a run in Kafka. Used by one thread.
public final class KafkaLanes implements Lanes, AutoCloseable {
    private static final long AROUND_A_DOCUMENT = 64 << 10;
    private static final long SMALLEST_REQUEST = 1 << 20;
    private static final long BUFFER = 32 << 20;
    private static final Duration CLOSING = Duration.ofSeconds(2);
    /// How long a record waits to be taken in, and then to be acknowledged. Production may be blocked
    /// meanwhile, and Kafka's own 60 and 120 s would keep it so (decision 42). Whoever publishes tries again.
    private static final Duration TO_TAKE_IN = Duration.ofSeconds(10);
    private static final Duration TO_DELIVER = Duration.ofSeconds(15);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final RunPlan plan;
    private final RunOrigin origin;
    private final ShardRouter router;
    private final RunStateReader states;
    private @Nullable Producer<byte[], byte[]> producer;
    private @Nullable OutcomesTail outcomes;

    public KafkaLanes(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        this.kafka = kafka;
        this.topics = run.inGeneration(plan.generation());
        this.plan = plan;
        this.origin = RunOrigin.of(plan);
        this.router = new ShardRouter(plan.targetRouting());
        this.states = RunStateReader.withRejects(kafka, topics, plan);
    }

    @Override
    public RunState state() {
        return states.read();
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

    /// @return the offsets, when all are acknowledged
    private List<Long> sendAll(List<ProducerRecord<byte[], byte[]>> records) {
        Producer<byte[], byte[]> to = producer();
        List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
        for (ProducerRecord<byte[], byte[]> record : records) {
            Future<RecordMetadata> one = to.send(record);
            if (one.state() == Future.State.FAILED) {
                // Each further one would wait as long to be taken in.
                long _ = offset(one);
            }
            sent.add(one);
        }
        to.flush();
        return sent.stream().map(KafkaLanes::offset).toList();
    }

    private static long offset(Future<RecordMetadata> sent) {
        try {
            return sent.get().offset();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private int laneOf(DocRecord document) {
        Bytes routing = document.routing();
        return router.shardOf(document.id().utf8(), routing == null ? null : routing.utf8());
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> known = producer;
        if (known == null) {
            long largest = plan.maxDocumentBytes() + AROUND_A_DOCUMENT;
            known = kafka.producer(
                    "shardstream-control-docs",
                    Map.of(
                            ProducerConfig.COMPRESSION_TYPE_CONFIG,
                            "lz4",
                            ProducerConfig.MAX_BLOCK_MS_CONFIG,
                            TO_TAKE_IN.toMillis(),
                            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                            Math.toIntExact(TO_DELIVER.toMillis()),
                            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                            Math.toIntExact(TO_ANSWER.toMillis()),
                            ProducerConfig.BUFFER_MEMORY_CONFIG,
                            Math.max(BUFFER, 2 * largest),
                            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                            (int) Math.min(Integer.MAX_VALUE, Math.max(largest, SMALLEST_REQUEST))));
            producer = known;
        }
        return known;
    }

    @Override
    public NotedRejects rejects() {
        return states.rejects();
    }

    @Override
    public void forEachReject(ObjIntConsumer<RejectRecord> sink) {
        RejectsScan.forEach(kafka, topics, plan.lanes(), sink);
    }

    @Override
    public Workers workers() {
        return new Workers(states.readers(), states.writers());
    }

    @Override
    public long replays() {
        OutcomesTail known = outcomes;
        if (known == null) {
            known = OutcomesTail.fromNow(kafka, topics.outcomes(), states.read().committed());
            outcomes = known;
        }
        return known.replays();
    }

    @Override
    public void close() {
        states.close();
        if (producer != null) {
            producer.close(CLOSING);
        }
        if (outcomes != null) {
            outcomes.close();
        }
    }
}
