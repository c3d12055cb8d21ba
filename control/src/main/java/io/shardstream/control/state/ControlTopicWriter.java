package io.shardstream.control.state;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ProducerFencing;
import io.shardstream.control.state.topics.RecordSize;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Writes to the control topic, several records at once or none. A newer writer fences the older, so of
/// two that prepare the same run at once only one writes a plan.
public final class ControlTopicWriter implements AutoCloseable {
    /// Enough to take back a transaction that failed while brokers answer. When they do not, a producer would
    /// wait for them for as long as it takes.
    private static final Duration CLOSING = Duration.ofSeconds(1);
    /// For how long a transaction that could not be taken back hides later records of the topic: each takes a
    /// moment.
    private static final int TRANSACTION_MILLIS = 15_000;

    private final Producer<byte[], byte[]> producer;
    private final String topic;

    private ControlTopicWriter(Producer<byte[], byte[]> producer, String topic) {
        this.producer = producer;
        this.topic = topic;
    }

    /// Fences every earlier writer that [#begin(KafkaConnection, RunTopics)] gave.
    public static ControlTopicWriter begin(KafkaConnection kafka, RunTopics topics) {
        return begin(kafka, topics, topics.control());
    }

    private static ControlTopicWriter begin(KafkaConnection kafka, RunTopics topics, String transactionalId) {
        Map<String, Object> settings = new HashMap<>(RecordSize.ofProducer());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
        Producer<byte[], byte[]> producer = kafka.producer("shardstream-control", settings);
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return new ControlTopicWriter(producer, topics.control());
    }

    /// Writes the plan, what the target was before, and that the backfill begins.
    ///
    /// @throws io.shardstream.common.loop.BlockedException if Kafka takes no record as large as one of these
    /// @throws org.apache.kafka.common.errors.ProducerFencedException if another process prepares this run
    public void plan(RunPlan plan, TargetOriginals originals, TargetShape shape) {
        plan(plan, originals, shape, Map.of());
    }

    /// The same, with these records besides, or none of them all.
    public void plan(RunPlan plan, TargetOriginals originals, TargetShape shape, Map<String, byte[]> more) {
        Map<String, byte @Nullable []> records = new LinkedHashMap<>(more);
        records.put(TargetOriginals.KEY, originals.encode());
        records.put(TargetShape.KEY, shape.encode());
        records.put(RunPlan.KEY, plan.encode());
        records.put(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        try {
            write(records);
        } catch (KafkaException e) {
            throw RecordSize.told(e, topic, records);
        }
    }

    /// Writes what an earlier version did not write with the plan.
    public void agreed(Agreed agreed) {
        write(Map.of(Agreed.KEY, agreed.encode()));
    }

    /// Writes the id of a run that has none; to be done before its target is touched.
    ///
    /// @throws org.apache.kafka.common.errors.ProducerFencedException if another process prepares this run
    public void runId(RunId id) {
        write(Map.of(RunId.KEY, id.encode()));
    }

    /// Writes the source's primary terms at the start; to be done before the plan.
    public void terms(SourceTerms terms) {
        write(Map.of(SourceTerms.KEY, terms.encode()));
    }

    /// Writes these records, unless somebody has written one of their keys since it was read: then nothing is
    /// changed. Kafka compares nothing when it writes. So what lies before these records is looked at once
    /// they have their offsets, and before they count; what is written behind them is not replaced by them.
    ///
    /// @param part which others change by records like these: whoever begins to do so later fences this one
    /// @param records values by key, null for none
    /// @param seen what they replace, null for none
    /// @param since an offset below which there was nothing else when that was read
    /// @return whether they were written
    static boolean replace(
            KafkaConnection kafka,
            RunTopics topics,
            String part,
            Map<String, byte @Nullable []> records,
            Map<String, byte @Nullable []> seen,
            long since) {
        try (ControlTopicWriter writer = forPart(kafka, topics, part);
                WrittenSince later = new WrittenSince(kafka, topics, since)) {
            long first = writer.prepare(records);
            if (later.isOtherThan(seen, first)) {
                writer.producer.abortTransaction();
                return false;
            }
            writer.producer.commitTransaction();
            return true;
        } catch (KafkaException e) {
            if (ProducerFencing.isIn(e)) {
                return false;
            }
            throw e;
        }
    }

    /// @return the offset of the first of the records, which do not count yet
    private long prepare(Map<String, byte @Nullable []> records) {
        AtomicLong first = new AtomicLong(Long.MAX_VALUE);
        producer.beginTransaction();
        records.forEach((key, value) -> {
            // What was not sent lets commitTransaction fail.
            var _ = producer.send(
                    new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), value), (sent, failure) -> {
                        if (failure == null) {
                            first.accumulateAndGet(sent.offset(), Math::min);
                        }
                    });
        });
        producer.flush();
        return first.get();
    }

    /// Fences every earlier guard of production, and no other writer.
    public static ControlTopicWriter ofGuard(KafkaConnection kafka, RunTopics topics) {
        return forPart(kafka, topics, GuardFindings.KEY);
    }

    /// Says how fast the run may work for production's sake.
    public void guard(GuardFindings findings) {
        write(Map.of(GuardFindings.KEY, findings.encode()));
    }

    /// Says that source shards may be read anew in other histories.
    public static void accept(KafkaConnection kafka, RunTopics topics, List<AcceptedHistory> histories) {
        Map<String, byte @Nullable []> records = new LinkedHashMap<>();
        histories.forEach(history -> records.put(AcceptedHistory.key(history.sourceShard()), history.encode()));
        try (ControlTopicWriter writer = forPart(kafka, topics, AcceptedHistory.KEY_PREFIX)) {
            writer.write(records);
        }
    }

    /// Leaves a wish for the controller.
    ///
    /// @return its offset
    public static long request(KafkaConnection kafka, RunTopics topics, Request request) {
        try (ControlTopicWriter writer = forPart(kafka, topics, Request.KEY)) {
            return writer.write(Map.of(Request.KEY, request.encode()));
        }
    }

    /// Answers a wish that no controller has begun, so that none will.
    ///
    /// @return the answer's offset
    public static long withdraw(KafkaConnection kafka, RunTopics topics, Answer answer) {
        try (ControlTopicWriter writer = forPart(kafka, topics, Request.KEY)) {
            return writer.write(Map.of(Answer.key(answer.request()), answer.encode()));
        }
    }

    /// Says that a part waits for a person.
    public static void blocked(KafkaConnection kafka, RunTopics topics, Blocked blocked) {
        try (ControlTopicWriter writer = forPart(kafka, topics, blocked.part())) {
            writer.write(Map.of(Blocked.key(blocked.part()), blocked.encode()));
        }
    }

    /// Takes that back.
    public static void unblocked(KafkaConnection kafka, RunTopics topics, String part) {
        try (ControlTopicWriter writer = forPart(kafka, topics, part)) {
            writer.write(Collections.singletonMap(Blocked.key(part), null));
        }
    }

    /// Says where the primaries of a side are.
    public static void primaries(KafkaConnection kafka, RunTopics topics, Side side, PrimaryNodes nodes) {
        String key = PrimaryNodes.key(side);
        try (ControlTopicWriter writer = forPart(kafka, topics, key)) {
            writer.write(Map.of(key, nodes.encode()));
        }
    }

    /// Does not fence the one that writes plan and phase.
    private static ControlTopicWriter forPart(KafkaConnection kafka, RunTopics topics, String part) {
        return begin(kafka, topics, topics.control() + "." + part);
    }

    /// @return the last one's offset
    private long write(Map<String, byte @Nullable []> records) {
        AtomicLong last = new AtomicLong();
        producer.beginTransaction();
        records.forEach((key, value) -> {
            // A transaction fails as a whole: commitTransaction tells what a send could not do.
            var _ = producer.send(
                    new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), value),
                    (sent, failure) -> last.set(failure == null ? sent.offset() : -1));
        });
        producer.commitTransaction();
        return last.get();
    }

    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
