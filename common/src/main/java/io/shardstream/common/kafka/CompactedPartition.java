package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/// One partition of a compacted topic, read from its start to its end.
public final class CompactedPartition {
    /// Kafka's own default.
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private CompactedPartition() {}

    /// The last committed value of each key (UTF-8), in the order of their first appearance. Waits for
    /// the broker a minute at most.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public static Map<String, byte[]> read(KafkaConnection kafka, String topic, int partition) {
        return latest(kafka, topic, partition).values();
    }

    /// The same, with where each value stands.
    static LatestValues latest(KafkaConnection kafka, String topic, int partition) {
        return latest(kafka, topic, partition, A_MINUTE);
    }

    /// @param patience how long each question waits for the broker
    static LatestValues latest(KafkaConnection kafka, String topic, int partition, Duration patience) {
        return brief(kafka, patience, consumer -> within(consumer, new TopicPartition(topic, partition), () -> false));
    }

    /// The same for one who has no more time than this for all of it.
    ///
    /// @throws TimeoutException if the end was not reached by then
    static LatestValues within(KafkaConnection kafka, String topic, int partition, Duration most) {
        long begun = System.nanoTime();
        // Two questions, for the end and for the start.
        return brief(
                kafka,
                most.dividedBy(2),
                consumer -> within(
                        consumer,
                        new TopicPartition(topic, partition),
                        () -> System.nanoTime() - begun >= most.toNanos()));
    }

    /// @param isOver whether there is no more time
    static LatestValues within(Consumer<byte[], byte[]> consumer, TopicPartition partition, BooleanSupplier isOver) {
        LatestValues latest = new LatestValues();
        fromStart(consumer, partition);
        long unread = ReadToEnd.read(consumer, List.of(partition), latest::keep, isOver);
        if (unread > 0) {
            throw new TimeoutException(unread + " records of it were not read in time");
        }
        return latest;
    }

    /// The last committed value of each key with all that was written before this call, also what lies behind
    /// transactions that others have open: waits until these have ended.
    ///
    /// @param patience how long each question waits for the broker, and reading for transactions
    /// @throws TimeoutException if one is open still after that
    static LatestValues settled(KafkaConnection kafka, String topic, int partition, Duration patience) {
        TopicPartition read = new TopicPartition(topic, partition);
        long end;
        try (LogEnd ends = LogEnd.at(kafka)) {
            end = ends.of(read, patience);
        }
        long begun = System.nanoTime();
        return brief(
                kafka,
                patience,
                consumer -> upTo(consumer, read, end, () -> System.nanoTime() - begun >= patience.toNanos()));
    }

    /// @param question how long each waits for the broker
    private static LatestValues brief(
            KafkaConnection kafka, Duration question, Function<Consumer<byte[], byte[]>, LatestValues> reading) {
        Consumer<byte[], byte[]> consumer = kafka.briefConsumer(
                "shardstream-state",
                Map.of(
                        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        Math.toIntExact(Math.max(1, question.toMillis()))));
        try {
            return reading.apply(consumer);
        } finally {
            KafkaConnection.close(consumer);
        }
    }

    /// @param end of the log, which a `read_committed` consumer may not have reached at what it is told is
    ///     the end
    /// @param isOver whether there is no more time for transactions: before what it is told is the end it
    ///     waits for the broker
    static LatestValues upTo(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, long end, BooleanSupplier isOver) {
        LatestValues latest = new LatestValues();
        fromStart(consumer, partition);
        BooleanSupplier isOverAtEnd = () -> consumer.currentLag(partition).orElse(1) == 0 && isOver.getAsBoolean();
        long unread = ReadToEnd.read(consumer, Map.of(partition, end), latest::keep, isOverAtEnd);
        if (unread > 0) {
            throw new TimeoutException("the last " + unread + " records of topic " + partition.topic()
                    + " do not count yet, as a transaction there is still open");
        }
        return latest;
    }

    private static void fromStart(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
    }

    /// The same with a `read_committed` consumer of the caller's, which is assigned to this partition alone.
    public static Map<String, byte[]> read(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        return within(consumer, partition, () -> false).values();
    }
}
