package io.shardstream.control.console.ledger;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/// The clients of the ledger, as Kafka Streams makes them by itself, but for one thing. A stream thread that
/// has lost its partitions polls without waiting until it gets new ones (`StreamThread.pollPhase`, state
/// `PARTITIONS_REVOKED`): while no broker answers, that takes a whole processor.
final class LedgerClients implements KafkaClientSupplier {
    private static final Duration PAUSE = Duration.ofMillis(100);

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new Waiting(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /// How long a poll waits at least, where nothing can come.
    ///
    /// @param isAssigned whether the consumer has partitions
    static Duration atLeast(Duration asked, boolean isAssigned) {
        return isAssigned || asked.compareTo(PAUSE) > 0 ? asked : PAUSE;
    }

    /// It ends as soon as there are partitions with records.
    private static final class Waiting extends KafkaConsumer<byte[], byte[]> {
        Waiting(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            return super.poll(atLeast(timeout, !assignment().isEmpty()));
        }
    }
}
