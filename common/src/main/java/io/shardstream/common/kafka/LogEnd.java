package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/// Asks where the log of a partition ends, with records that do not count yet. A `read_committed` client is
/// told another end: the beginning of the first transaction that is open, whoever has begun it. It sees what
/// others have committed behind that only once it has ended.
///
/// @param consumer `read_uncommitted`, which this closes
record LogEnd(Consumer<byte[], byte[]> consumer) implements ControlTopicTail.Ends {
    /// @throws org.apache.kafka.common.KafkaException if no client can be made, as where no host is known
    static LogEnd at(KafkaConnection kafka) {
        return new LogEnd(kafka.consumer(
                "shardstream-log-end", Map.of(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted")));
    }

    @Override
    public long of(TopicPartition partition, Duration atMost) {
        // Else Kafka's client warns of each answer. It reads nothing, as nobody polls it.
        consumer.assign(List.of(partition));
        return of(consumer, partition, atMost);
    }

    /// The end that a client is told.
    ///
    /// @throws org.apache.kafka.common.errors.RetriableException if Kafka does not say in time
    static long of(Consumer<byte[], byte[]> consumer, TopicPartition partition, Duration atMost) {
        return Objects.requireNonNull(
                consumer.endOffsets(List.of(partition), atMost).get(partition));
    }

    @Override
    public void close() {
        KafkaConnection.close(consumer);
    }
}
