package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ProducerFencing;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.state.WrittenSince;
import io.shardstream.control.state.topics.RecordSize;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// The control topic of a run in Kafka, written in transactions: all controllers of a run have one
/// transactional id, so that each that takes over fences those before it.
public final class KafkaJournal implements Journal {
    /// How long a call waits for Kafka.
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final int PATIENCE_MILLIS = Math.toIntExact(PATIENCE.toMillis());

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final String id;
    private final Producer<byte[], byte[]> producer;
    private final ControlTopicTail tail;

    /// @param run its topics
    /// @param plan that the controller works by
    public KafkaJournal(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        this.kafka = kafka;
        this.topics = run.inGeneration(plan.generation());
        this.id = plan.id();
        try (HalfMade made = new HalfMade()) {
            Producer<byte[], byte[]> first = producer(kafka, topics);
            this.producer = made.part(first, () -> first.close(Duration.ZERO));
            this.tail = ControlTopicTail.of(kafka, topics);
            made.keep();
        }
    }

    private static Producer<byte[], byte[]> producer(KafkaConnection kafka, RunTopics topics) {
        Map<String, Object> settings = new HashMap<>(RecordSize.ofProducer());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topics.controllerTransactionalId());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, PATIENCE_MILLIS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
        return kafka.producer("shardstream-controller", settings);
    }

    @Override
    public ControlRecords takeOver() {
        // Whoever cannot control the run, because of its format or its plan, must not fence the one who does.
        var _ = read();
        producer.initTransactions();
        // What others have decided may lie behind a transaction of a process that does not control the run, which
        // taking over has not ended.
        return ofThisRun(ControlRecords.readSettled(kafka, topics, PATIENCE));
    }

    private ControlRecords read() {
        return ofThisRun(ControlRecords.read(kafka, topics, PATIENCE));
    }

    private ControlRecords ofThisRun(ControlRecords found) {
        found.requireRun(topics, id);
        return found;
    }

    @Override
    public long write(Map<String, byte @Nullable []> records) {
        return write(producer, topics.control(), records);
    }

    /// Of a transaction that was given up nobody knows whether it was written, and the producer begins no
    /// other. What is thrown then is no reason to try again: controlling has to begin anew, with a new
    /// producer.
    static long write(Producer<byte[], byte[]> producer, String topic, Map<String, byte @Nullable []> records) {
        AtomicLong last = new AtomicLong();
        try {
            producer.beginTransaction();
            records.forEach((key, value) -> {
                // A transaction fails as a whole: commitTransaction tells what a send could not do.
                var _ = producer.send(
                        new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), value),
                        (sent, failure) -> last.set(failure == null ? sent.offset() : -1));
            });
            producer.commitTransaction();
            return last.get();
        } catch (KafkaException e) {
            throw ProducerFencing.isIn(e) ? new DeposedException(e) : RecordSize.told(e, topic, records);
        } catch (IllegalStateException e) {
            throw new KafkaException("a transaction was given up before, and its end is not known", e);
        }
    }

    @Override
    public ControlRecords latest() {
        tail.poll();
        tail.latest().requireRun(topics, id);
        return tail.latest();
    }

    @Override
    public long end() {
        return tail.end();
    }

    @Override
    public List<byte @Nullable []> values(String key, long from, long before) {
        if (from >= before) {
            return List.of();
        }
        try (WrittenSince written = new WrittenSince(kafka, topics, from)) {
            return written.values(key, before);
        }
    }

    @Override
    public void close() {
        tail.close();
        producer.close(Duration.ZERO);
    }
}
