package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/// Where the log of a partition ends, with records that do not count yet. A `read_committed` client is told
/// another end: the beginning of the first transaction that is open, whoever has begun it. It sees what others
/// have committed behind that only once it has ended.
final class LogEnd {
    private LogEnd() {}

    /// @throws org.apache.kafka.common.KafkaException if Kafka does not say in time
    static long of(KafkaConnection kafka, TopicPartition partition, Duration atMost) {
        Consumer<byte[], byte[]> consumer = kafka.consumer(
                "shardstream-log-end", Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted"));
        try {
            return consumer.endOffsets(List.of(partition), atMost).getOrDefault(partition, Long.MAX_VALUE);
        } finally {
            KafkaConnection.close(consumer);
        }
    }
}
