package io.shardstream.writer.lane;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// A record that Kafka has not acknowledged yet.
///
/// @param acknowledged is run when it has
/// @param withoutSource what is stored of a reject for which Kafka has no room; null for what holds no document
record Pending(
        ProducerRecord<byte[], byte[]> message,
        Runnable acknowledged,
        @Nullable ProducerRecord<byte[], byte[]> withoutSource) {
    long size() {
        byte[] value = message.value();
        return (long) message.key().length + (value == null ? 0 : value.length);
    }

    /// Whether it may be large.
    boolean holdsDocument() {
        return withoutSource != null;
    }

    /// The same without the source.
    ///
    /// @throws KafkaException if it holds no document
    Pending smaller() {
        if (withoutSource == null) {
            throw new KafkaException("a record does not fit into " + message.topic() + ", and holds no document");
        }
        return new Pending(withoutSource, acknowledged, null);
    }
}
