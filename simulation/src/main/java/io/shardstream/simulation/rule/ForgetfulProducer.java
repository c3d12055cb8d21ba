package io.shardstream.simulation.rule;

import io.shardstream.common.contract.record.Checkpoint;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/// Writes no checkpoint before something is settled.
public final class ForgetfulProducer extends ForwardingProducer {
    public ForgetfulProducer(Producer<byte[], byte[]> producer) {
        super(producer);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, @Nullable Callback callback) {
        return Checkpoint.decode(message.value()).done() < 0
                ? new CompletableFuture<>()
                : super.send(message, callback);
    }
}
