package io.shardstream.common.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/// A producer whose numbers are asked for until it is closed.
final class MeasuredProducer extends KafkaProducer<byte[], byte[]> {
    private final KafkaClients clients;

    MeasuredProducer(Map<String, Object> settings, KafkaClients clients) {
        super(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.clients = clients;
        clients.opened(this, this::metrics);
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
