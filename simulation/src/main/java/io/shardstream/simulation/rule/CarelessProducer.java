package io.shardstream.simulation.rule;

import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Says of every record that Kafka has acknowledged it, whatever became of it.
public final class CarelessProducer extends ForwardingProducer {
    public CarelessProducer(Producer<byte[], byte[]> producer) {
        super(producer);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, @Nullable Callback callback) {
        return super.send(message, (metadata, failure) -> {
            if (callback != null) {
                callback.onCompletion(metadata, null);
            }
        });
    }
}
