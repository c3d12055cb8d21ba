package io.shardstream.common.kafka;

import io.shardstream.common.seal.Sealing;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// A producer that seals documents, whose numbers are asked for until it is closed.
final class MeasuredProducer extends KafkaProducer<byte[], byte[]> {
    private final Sealing sealing;
    private final KafkaClients clients;

    MeasuredProducer(Map<String, Object> settings, Sealing sealing, KafkaClients clients) {
        super(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.sealing = sealing;
        this.clients = clients;
        clients.opened(this, this::metrics);
    }

    /// What the other method of this name calls too.
    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, @Nullable Callback callback) {
        return super.send(sealing.seal(message), callback);
    }

    @Override
    public void close() {
        clients.closing(this);
        super.close();
    }

    @Override
    public void close(Duration timeout) {
        clients.closing(this);
        super.close(timeout);
    }
}
