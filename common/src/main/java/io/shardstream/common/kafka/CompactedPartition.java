package io.shardstream.common.kafka;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// One partition of a compacted topic, read from its start to its end.
public final class CompactedPartition {
    private CompactedPartition() {}

    /// The last committed value of each key (UTF-8), in the order of their first appearance. Waits for
    /// the broker a minute at most.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public static Map<String, byte[]> read(KafkaConnection kafka, String topic, int partition) {
        Consumer<byte[], byte[]> consumer = kafka.briefConsumer("shardstream-state", Map.of());
        try {
            return read(consumer, new TopicPartition(topic, partition));
        } finally {
            KafkaConnection.close(consumer);
        }
    }

    /// The same with a `read_committed` consumer of the caller's, which is assigned to this partition alone.
    public static Map<String, byte[]> read(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        Map<String, byte[]> latest = new LinkedHashMap<>();
        ReadToEnd.read(consumer, List.of(partition), kafka -> keep(latest, kafka));
        return latest;
    }

    private static void keep(Map<String, byte[]> latest, ConsumerRecord<byte[], byte[]> kafka) {
        byte[] key = kafka.key();
        if (key == null) {
            return;
        }
        String name = new String(key, StandardCharsets.UTF_8);
        if (kafka.value() == null) {
            latest.remove(name);
        } else {
            latest.put(name, kafka.value());
        }
    }
}
