package io.shardstream.writer.ledger;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// A record that Kafka has not acknowledged yet.
///
/// @param acknowledged is run when it has
/// @param withoutSource what is stored of a reject for which Kafka has no room; null for what cannot be smaller
record Pending(
        ProducerRecord<byte[], byte[]> message,
        Runnable acknowledged,
        @Nullable ProducerRecord<byte[], byte[]> withoutSource) {
    long size() {
        byte[] value = message.value();
        return (long) message.key().length + (value == null ? 0 : value.length);
    }

    boolean isReject() {
        return withoutSource != null;
    }

    /// The same without the source.
    ///
    /// @throws KafkaException if it has none
    Pending smaller() {
        if (withoutSource == null || withoutSource == message) {
            throw new KafkaException("a record does not fit into " + message.topic() + " even without a source");
        }
        return new Pending(withoutSource, acknowledged, withoutSource);
    }
}
