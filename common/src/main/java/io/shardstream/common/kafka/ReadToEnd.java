package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// Reads assigned partitions from where a consumer is to what is their end when it begins.
public final class ReadToEnd {
    private static final Duration POLL = Duration.ofMillis(200);
    /// A minute without a record while there must be more.
    private static final int MOST_EMPTY_POLLS = 300;

    private ReadToEnd() {}

    /// @param consumer assigned to these partitions and no others
    /// @throws OffsetOutOfRangeException if Kafka has lost records that were read before: what they said does not
    ///     count, and whoever remembers it reads everything again
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked, or gives nothing for a minute
    public static void read(
            Consumer<byte[], byte[]> consumer,
            Collection<TopicPartition> partitions,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink) {
        read(consumer, partitions, sink, () -> false);
    }

    /// The same for one who may have enough before the end.
    ///
    /// @return how many offsets are left unread
    public static long read(
            Consumer<byte[], byte[]> consumer,
            Collection<TopicPartition> partitions,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink,
            BooleanSupplier isEnough) {
        return read(consumer, consumer.endOffsets(List.copyOf(partitions)), sink, isEnough);
    }

    /// @param ends by assigned partition, where to stop
    /// @return how many offsets are left unread
    static long read(
            Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> sink,
            BooleanSupplier isEnough) {
        requireNoneLost(consumer, ends);
        int emptyPolls = 0;
        long unread = unread(consumer, ends);
        while (unread > 0 && !isEnough.getAsBoolean()) {
            ConsumerRecords<byte[], byte[]> more = consumer.poll(POLL);
            more.forEach(sink);
            long left = unread(consumer, ends);
            emptyPolls = left < unread ? 0 : emptyPolls + 1;
            if (emptyPolls > MOST_EMPTY_POLLS) {
                throw new TimeoutException("Kafka says that " + left + " more records lie in " + ends.keySet()
                        + " and does not give them");
            }
            unread = left;
        }
        return unread;
    }

    /// After an election of a replica that had fallen behind, a partition may end below what was read of it. Nothing
    /// would seem to be unread then, and new records get the numbers of the lost ones.
    private static void requireNoneLost(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> beyond = ends.entrySet().stream()
                .filter(end -> consumer.position(end.getKey()) > end.getValue())
                .collect(Collectors.toMap(Map.Entry::getKey, end -> consumer.position(end.getKey())));
        if (!beyond.isEmpty()) {
            throw new OffsetOutOfRangeException(
                    "Kafka has lost records of " + beyond.keySet() + " that were read before", beyond);
        }
    }

    private static long unread(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .mapToLong(end -> Math.max(0, end.getValue() - consumer.position(end.getKey())))
                .sum();
    }
}
