package io.shardstream.simulation.contract;

import static io.shardstream.simulation.contract.KafkaContract.assertKnowsThatItIsAtTheEnd;
import static io.shardstream.simulation.contract.KafkaContract.await;
import static io.shardstream.simulation.contract.KafkaContract.contentOf;
import static io.shardstream.simulation.contract.KafkaContract.message;
import static io.shardstream.simulation.contract.KafkaContract.readTo;
import static io.shardstream.simulation.contract.KafkaContract.readerOf;
import static io.shardstream.simulation.contract.KafkaContract.send;
import static io.shardstream.simulation.contract.KafkaContract.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/// What Kafka does with logs, as whoever reads and writes them relies on it.
public interface KafkaLogContract extends KafkaContract {
    @Test
    default void whatIsSentToAPartitionArrivesOnceAndInItsOrder() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            List<String> values =
                    Stream.iterate(0, n -> n + 1).limit(50).map(n -> "v" + n).toList();
            List<Long> offsets = new ArrayList<>();
            try (Producer<byte[], byte[]> producer = kafka.producer()) {
                var sent = values.stream()
                        .map(value -> producer.send(message(partition, value)))
                        .toList();
                for (var one : sent) {
                    offsets.add(await(kafka, one).offset());
                }
            }

            assertThat(offsets)
                    .isEqualTo(Stream.iterate(0L, n -> n + 1).limit(50).toList());
            assertThat(contentOf(kafka, partition)).isEqualTo(values);
        });
    }

    @Test
    default void aClosedProducerTakesNothingMore() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            Producer<byte[], byte[]> producer = kafka.producer();
            producer.close(Duration.ZERO);

            assertThat(catchThrowable(() -> producer.send(message(partition, "late"))))
                    .isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    default void aPartitionThatIsPausedStaysAndGoesOnWhereItWas() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a");
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                assertThat(readTo(reader, partition, 1)).containsExactly("a");
                reader.pause(List.of(partition));
                send(kafka, partition, "b");
                for (int i = 0; i < 10; i++) {
                    assertThat(reader.poll(POLL)).isEmpty();
                }
                assertThat(reader.paused()).containsExactly(partition);
                assertThat(reader.assignment()).containsExactly(partition);

                reader.resume(List.of(partition));

                assertThat(readTo(reader, partition, 2)).containsExactly("b");
                assertKnowsThatItIsAtTheEnd(reader, partition);
            }
        });
    }

    @Test
    default void aReaderBehindTheBeginningOfALogIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a", "b", "c");
            kafka.deleteBefore(partition, 2);
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                assertThat(reader.beginningOffsets(List.of(partition), PATIENCE))
                        .containsExactly(Map.entry(partition, 2L));
                reader.seek(partition, 1);
                assertIsOutOfRange(reader, partition);

                reader.seekToBeginning(List.of(partition));

                assertThat(readTo(reader, partition, 3)).containsExactly("c");
            }
        });
    }

    @Test
    default void aReaderBeyondTheEndOfALogIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a");
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                reader.seek(partition, 2);
                assertIsOutOfRange(reader, partition);
            }
        });
    }

    @Test
    default void aReaderOfALogThatWasCutAndWrittenAnewIsTold() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            send(kafka, partition, "a", "b", "c", "d");
            List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
            try (Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                until(() -> {
                    reader.poll(POLL).forEach(read::add);
                    return read.size() == 4;
                });

                kafka.cut(partition, 2);
                send(kafka, partition, "C", "D", "E");

                assertIsOutOfRange(reader, partition);
            }
            assertThat(contentOf(kafka, partition)).containsExactly("a", "b", "C", "D", "E");
            Optional<Integer> epoch = read.getLast().leaderEpoch();
            assertThat(epoch).isPresent();
            try (Consumer<byte[], byte[]> successor = readerOf(kafka, partition)) {
                successor.seek(partition, new OffsetAndMetadata(4, epoch, ""));
                assertIsOutOfRange(successor, partition);
                successor.seek(partition, new OffsetAndMetadata(2, epoch, ""));
                assertThat(readTo(successor, partition, 5)).containsExactly("C", "D", "E");
            }
        });
    }

    private static void assertIsOutOfRange(Consumer<byte[], byte[]> reader, TopicPartition partition) {
        List<Throwable> told = new ArrayList<>();
        until(() -> {
            Throwable thrown =
                    catchThrowable(() -> assertThat(reader.poll(POLL)).isEmpty());
            Stream.ofNullable(thrown).forEach(told::add);
            return thrown != null;
        });
        assertThat(told)
                .singleElement()
                .isInstanceOfSatisfying(
                        OffsetOutOfRangeException.class,
                        problem -> assertThat(problem.partitions()).containsExactly(partition));
    }
}
