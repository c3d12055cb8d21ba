package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaJournalTest {
    private static final Map<String, byte @Nullable []> RECORDS = Map.of("phase", new byte[] {1});

    /// It would be written again each second for ever, as if Kafka was away.
    @Test
    void aRecordThatIsTooLargeIsAPersonsToLookAt() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.commitTransactionException = new KafkaException(
                "Cannot execute transactional method because we are in an error state",
                new RecordTooLargeException("The request included a message larger than the max message size"));
        Map<String, byte @Nullable []> records = Map.of("phase", new byte[] {1}, "carried_mapping", new byte[70_000]);
        assertThatThrownBy(() -> KafkaJournal.write(producer, "shardstream.x.control", records))
                .isInstanceOf(BlockedException.class)
                .hasMessage("Kafka refuses the record 'carried_mapping' of 70.0 kB as too large for topic"
                        + " shardstream.x.control: set max.message.bytes of that topic to 8388608, and start this"
                        + " process again.");
    }

    @Test
    void whoWritesAfterATransactionWasGivenUpIsToldThatKafkaFailedAndNotToTryAgain() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.commitTransactionException = new TimeoutException("no broker answers");
        assertThatThrownBy(() -> KafkaJournal.write(producer, "control", RECORDS))
                .isInstanceOf(TimeoutException.class);

        producer.commitTransactionException = null;
        assertThatThrownBy(() -> KafkaJournal.write(producer, "control", RECORDS))
                .isInstanceOf(KafkaException.class)
                .isNotInstanceOf(RetriableException.class)
                .hasMessageContaining("given up");
    }
}
