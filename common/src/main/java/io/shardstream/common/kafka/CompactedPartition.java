package io.shardstream.common.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// One partition of a compacted topic, read from its start to its end.
public final class CompactedPartition {
    private static final Duration POLL = Duration.ofMillis(200);
    /// A minute without a record while there must be more.
    private static final int MOST_EMPTY_POLLS = 300;

    private CompactedPartition() {}

    /// The last committed value of each key (UTF-8), in the order of their first appearance. Waits for
    /// the broker a minute at most.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public static Map<String, byte[]> read(KafkaConnection kafka, String topic, int partition) {
        Map<String, Object> settings = Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        try (Consumer<byte[], byte[]> consumer = kafka.consumer("shardstream-state", settings)) {
            return read(consumer, new TopicPartition(topic, partition));
        }
    }

    /// The same with a `read_committed` consumer of the caller's, which is assigned to this partition alone.
    public static Map<String, byte[]> read(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        Map<String, byte[]> latest = new LinkedHashMap<>();
        int emptyPolls = 0;
        while (consumer.position(partition) < end) {
            List<ConsumerRecord<byte[], byte[]>> more = consumer.poll(POLL).records(partition);
            more.forEach(kafka -> keep(latest, kafka));
            emptyPolls = more.isEmpty() ? emptyPolls + 1 : 0;
            if (emptyPolls > MOST_EMPTY_POLLS) {
                throw new TimeoutException("Kafka says that " + partition + " ends at " + end
                        + " and gives nothing beyond " + consumer.position(partition));
            }
        }
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
