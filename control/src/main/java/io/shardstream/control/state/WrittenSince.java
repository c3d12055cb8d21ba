package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ReadToEnd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// What was written to the control topic from an offset on, also what does not count yet. Used once.
public final class WrittenSince implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final List<TopicPartition> control;
    private final long since;

    public WrittenSince(KafkaConnection kafka, RunTopics topics, long since) {
        this(
                kafka.consumer(
                        "shardstream-control", Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted")),
                new TopicPartition(topics.control(), 0),
                since);
    }

    /// @param consumer `read_uncommitted`, closed with this
    public WrittenSince(Consumer<byte[], byte[]> consumer, TopicPartition control, long since) {
        this.consumer = consumer;
        this.control = List.of(control);
        this.since = since;
    }

    /// The offset from which on others may still write what counts.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not say so
    static long end(KafkaConnection kafka, RunTopics topics) {
        TopicPartition control = new TopicPartition(topics.control(), 0);
        Consumer<byte[], byte[]> consumer = kafka.briefConsumer("shardstream-control", Map.of());
        try {
            return consumer.endOffsets(List.of(control)).getOrDefault(control, 0L);
        } finally {
            KafkaConnection.close(consumer);
        }
    }

    /// Whether one of these keys has got another value before that offset.
    ///
    /// @param seen values by key, null for none
    boolean isOtherThan(Map<String, byte @Nullable []> seen, long before) {
        AtomicBoolean isOther = new AtomicBoolean();
        read(before, record -> {
            if (isOther(record, seen)) {
                isOther.set(true);
            }
        });
        return isOther.get();
    }

    /// All values that a key has got before that offset, oldest first, null for none.
    public List<byte @Nullable []> values(String key, long before) {
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        List<byte @Nullable []> values = new ArrayList<>();
        read(before, record -> {
            if (Arrays.equals(wanted, record.key())) {
                values.add(record.value());
            }
        });
        return values;
    }

    private void read(long before, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink) {
        consumer.assign(control);
        consumer.seek(control.getFirst(), since);
        ReadToEnd.read(consumer, control, record -> {
            if (record.offset() < before) {
                sink.accept(record);
            }
        });
    }

    static boolean isOther(ConsumerRecord<byte[], byte[]> record, Map<String, byte @Nullable []> seen) {
        byte[] bytes = record.key();
        if (bytes == null) {
            return false;
        }
        String key = new String(bytes, StandardCharsets.UTF_8);
        return seen.containsKey(key) && !Arrays.equals(seen.get(key), record.value());
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
    }
}
