package io.shardstream.common.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/// A consumer whose numbers are asked for until it is closed.
final class MeasuredConsumer extends KafkaConsumer<byte[], byte[]> {
    private final KafkaClients clients;

    MeasuredConsumer(Map<String, Object> settings, KafkaClients clients) {
        super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.clients = clients;
        clients.opened(this, this::metrics);
    }

    @Override
    public void close() {
        clients.closing(this);
        super.close();
    }

    @Override
    public void close(CloseOptions option) {
        clients.closing(this);
        super.close(option);
    }
}
