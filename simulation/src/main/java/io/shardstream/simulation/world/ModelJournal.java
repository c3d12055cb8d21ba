package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.control.state.WrittenSince;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.Journal;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;

/// The control topic in the model of Kafka.
final class ModelJournal implements Journal {
    private final KafkaModel kafka;
    private final RunTopics topics;
    private final SimulatedProcess process;
    private final Producer<byte[], byte[]> producer;
    private final ControlTopicTail tail;

    /// @param topics those that the controller works with
    ModelJournal(KafkaModel kafka, SimulatedProcess process, RunTopics topics) {
        this.kafka = kafka;
        this.topics = topics;
        this.process = process;
        this.producer = kafka.transactionalProducer(process, Scale.TOPICS.controllerTransactionalId());
        this.tail = new ControlTopicTail(kafka.reader(process), topics, process.kernel());
    }

    @Override
    public ControlRecords takeOver() {
        producer.initTransactions();
        TopicPartition control = new TopicPartition(Scale.TOPICS.control(), 0);
        ControlRecords found = new ControlRecords(CompactedPartition.read(kafka.reader(process), control));
        found.requireGeneration(topics);
        return found;
    }

    @Override
    public long write(Map<String, byte @Nullable []> records) {
        AtomicLong last = new AtomicLong();
        try {
            producer.beginTransaction();
            records.forEach((key, value) -> {
                var _ = producer.send(
                        new ProducerRecord<>(Scale.TOPICS.control(), 0, key.getBytes(StandardCharsets.UTF_8), value),
                        (sent, failure) -> last.set(failure == null ? sent.offset() : -1));
            });
            producer.commitTransaction();
            return last.get();
        } catch (KafkaException e) {
            throw isFenced(e) ? new DeposedException(e) : e;
        }
    }

    private static boolean isFenced(@Nullable Throwable failure) {
        return failure instanceof ProducerFencedException
                || failure instanceof InvalidProducerEpochException
                || (failure != null && isFenced(failure.getCause()));
    }

    @Override
    public ControlRecords latest() {
        tail.poll();
        return tail.latest();
    }

    @Override
    public long end() {
        return tail.end();
    }

    @Override
    public List<byte @Nullable []> values(String key, long from, long before) {
        TopicPartition control = new TopicPartition(topics.control(), 0);
        try (WrittenSince written = new WrittenSince(kafka.reader(process), control, from)) {
            return from < before ? written.values(key, before) : List.of();
        }
    }

    @Override
    public void close() {
        tail.close();
        producer.close(Duration.ZERO);
    }
}
