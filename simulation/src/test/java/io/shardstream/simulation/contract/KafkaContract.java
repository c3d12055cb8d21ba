package io.shardstream.simulation.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// What readers, writers and controllers rely on of a Kafka, and how its contracts use one: [KafkaLogContract],
/// [KafkaGroupContract] and [KafkaTransactionContract].
public interface KafkaContract {
    Duration POLL = Duration.ofMillis(20);
    Duration PATIENCE = Duration.ofMinutes(5);
    int MOST_POLLS = 10_000;

    /// A cluster of one broker, with the clients that the run's processes use.
    interface Kafka {
        /// The partitions of a new topic.
        List<TopicPartition> topic(int partitions);

        /// A name that nobody else uses, of a group or of a transactional producer.
        String name();

        Producer<byte[], byte[]> producer();

        Producer<byte[], byte[]> transactionalProducer(String id);

        /// A consumer without a group that reads what is committed.
        Consumer<byte[], byte[]> reader();

        Consumer<byte[], byte[]> member(String group);

        /// Has the group take its only member for dead, who is not told.
        void throwOut(String group, Consumer<byte[], byte[]> member) throws Exception;

        /// Sends a record in a transaction that nobody ends.
        ///
        /// @return the producer that has left it open
        Producer<byte[], byte[]> leaveOpen(String id, ProducerRecord<byte[], byte[]> message) throws Exception;

        void deleteBefore(TopicPartition partition, long offset) throws Exception;

        /// Takes away what lies there or later, as an unclean election does.
        void cut(TopicPartition partition, long offset) throws Exception;

        void pause(Duration time) throws Exception;
    }

    @FunctionalInterface
    interface Body {
        void run(Kafka kafka) throws Exception;
    }

    /// Runs a test over a Kafka that works.
    void over(Body body) throws Exception;

    static ProducerRecord<byte[], byte[]> message(TopicPartition partition, String value) {
        return new ProducerRecord<>(
                partition.topic(), partition.partition(), null, value.getBytes(StandardCharsets.UTF_8));
    }

    static <T> T await(Kafka kafka, Future<T> future) throws Exception {
        for (int i = 0; i < MOST_POLLS && !future.isDone(); i++) {
            kafka.pause(Duration.ofMillis(5));
        }
        assertThat(future).isDone();
        return future.get();
    }

    /// Sends one after another, each in a batch of its own.
    static void send(Kafka kafka, TopicPartition partition, String... values) throws Exception {
        try (Producer<byte[], byte[]> producer = kafka.producer()) {
            for (String value : values) {
                await(kafka, producer.send(message(partition, value)));
            }
        }
    }

    static Consumer<byte[], byte[]> readerOf(Kafka kafka, TopicPartition partition) {
        Consumer<byte[], byte[]> reader = kafka.reader();
        reader.assign(List.of(partition));
        reader.seekToBeginning(List.of(partition));
        return reader;
    }

    static String value(ConsumerRecord<byte[], byte[]> kafka) {
        return new String(kafka.value(), StandardCharsets.UTF_8);
    }

    /// What is read until that offset is next.
    static List<String> readTo(Consumer<byte[], byte[]> reader, TopicPartition partition, long end) {
        List<String> values = new ArrayList<>();
        until(() -> {
            reader.poll(POLL).forEach(kafka -> values.add(value(kafka)));
            return reader.position(partition) >= end;
        });
        return values;
    }

    /// All that a new reader can read.
    static List<String> contentOf(Kafka kafka, TopicPartition partition) {
        try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
            return readTo(reader, partition, endOf(reader, partition));
        }
    }

    static void assertKnowsThatItIsAtTheEnd(Consumer<byte[], byte[]> reader, TopicPartition partition) {
        until(() -> {
            reader.poll(POLL);
            return reader.currentLag(partition).orElse(-1) == 0;
        });
    }

    static long endOf(Consumer<byte[], byte[]> consumer, TopicPartition partition) {
        return consumer.endOffsets(List.of(partition), PATIENCE).getOrDefault(partition, -1L);
    }

    static void until(BooleanSupplier reached) {
        for (int i = 0; i < MOST_POLLS; i++) {
            if (reached.getAsBoolean()) {
                return;
            }
        }
        throw new AssertionError("not reached with " + MOST_POLLS + " polls");
    }
}
