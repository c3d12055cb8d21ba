package io.shardstream.simulation.contract;

import static io.shardstream.simulation.contract.KafkaContract.assertKnowsThatItIsAtTheEnd;
import static io.shardstream.simulation.contract.KafkaContract.contentOf;
import static io.shardstream.simulation.contract.KafkaContract.endOf;
import static io.shardstream.simulation.contract.KafkaContract.message;
import static io.shardstream.simulation.contract.KafkaContract.readTo;
import static io.shardstream.simulation.contract.KafkaContract.readerOf;
import static io.shardstream.simulation.contract.KafkaContract.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What Kafka does with transactions, as readers and controllers rely on it.
public interface KafkaTransactionContract extends KafkaContract {
    private static void assertFenced(@Nullable Throwable thrown) {
        assertThat(Stream.iterate(thrown, Objects::nonNull, Throwable::getCause))
                .anyMatch(
                        one -> one instanceof ProducerFencedException || one instanceof InvalidProducerEpochException);
    }

    private static void commit(Producer<byte[], byte[]> producer, TopicPartition partition, String... values) {
        producer.beginTransaction();
        for (String value : values) {
            var _ = producer.send(message(partition, value));
        }
        producer.commitTransaction();
    }

    @Test
    default void aTransactionIsReadAsAWholeAndItsEndTakesAnOffset() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            try (Producer<byte[], byte[]> producer = kafka.transactionalProducer(kafka.name());
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                producer.initTransactions();
                commit(producer, partition, "a", "b");
                assertThat(endOf(reader, partition)).isEqualTo(3);
                assertThat(readTo(reader, partition, 3)).containsExactly("a", "b");
                commit(producer, partition, "c");
                assertThat(readTo(reader, partition, 5)).containsExactly("c");
                assertKnowsThatItIsAtTheEnd(reader, partition);
            }
        });
    }

    @Test
    default void anOpenTransactionHoldsBackWhatComesAfterItUntilASuccessorBegins() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            String id = kafka.name();
            send(kafka, partition, "before");
            try (Producer<byte[], byte[]> old = kafka.leaveOpen(id, message(partition, "open"));
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                send(kafka, partition, "after");
                assertThat(endOf(reader, partition)).isEqualTo(1);
                assertThat(readTo(reader, partition, 1)).containsExactly("before");
                for (int i = 0; i < 10; i++) {
                    assertThat(reader.poll(POLL)).isEmpty();
                }

                try (Producer<byte[], byte[]> successor = kafka.transactionalProducer(id)) {
                    successor.initTransactions();
                }

                assertThat(endOf(reader, partition)).isEqualTo(4);
                assertThat(readTo(reader, partition, 4)).containsExactly("after");
                assertFenced(catchThrowable(old::commitTransaction));
                assertThat(endOf(reader, partition)).isEqualTo(4);
            }
        });
    }

    @Test
    default void aTransactionThatNobodyEndsIsAbortedAfterItsTime() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            try (Producer<byte[], byte[]> old = kafka.leaveOpen(kafka.name(), message(partition, "open"));
                    Consumer<byte[], byte[]> reader = readerOf(kafka, partition)) {
                send(kafka, partition, "after");
                assertThat(reader.poll(POLL)).isEmpty();

                assertThat(readTo(reader, partition, 3)).containsExactly("after");
                assertThat(catchThrowable(old::commitTransaction)).isInstanceOf(InvalidTxnStateException.class);
                assertThat(endOf(reader, partition)).isEqualTo(3);
            }
        });
    }

    @Test
    default void aSuccessorsFirstWordFencesWhoeverHadTheIdBefore() throws Exception {
        over(kafka -> {
            TopicPartition partition = kafka.topic(1).getFirst();
            String id = kafka.name();
            try (Producer<byte[], byte[]> old = kafka.transactionalProducer(id);
                    Producer<byte[], byte[]> successor = kafka.transactionalProducer(id)) {
                old.initTransactions();
                commit(old, partition, "a");
                successor.initTransactions();

                assertFenced(catchThrowable(() -> commit(old, partition, "late")));

                commit(successor, partition, "b");
                assertThat(contentOf(kafka, partition)).containsExactly("a", "b");
            }
        });
    }
}
