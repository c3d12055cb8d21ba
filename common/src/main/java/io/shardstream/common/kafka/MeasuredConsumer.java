package io.shardstream.common.kafka;

import io.shardstream.common.seal.Sealing;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;

/// A consumer whose numbers are asked for until it is closed.
final class MeasuredConsumer extends OpeningConsumer {
    private final KafkaClients clients;

    MeasuredConsumer(Map<String, Object> settings, Sealing sealing, KafkaClients clients) {
        super(settings, sealing);
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
