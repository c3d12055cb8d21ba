package io.shardstream.control.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaJournalTest {
    private static final Map<String, byte @Nullable []> RECORDS = Map.of("phase", new byte[] {1});

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
