package io.shardstream.simulation.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/// What lies at one offset of a log.
///
/// @param epoch of the leader that wrote it
/// @param message the record, null where the offset holds the marker of a transaction
/// @param transaction that it belongs to, null where it belongs to none
record StoredRecord(
        long offset,
        int epoch,
        @Nullable ProducerRecord<byte[], byte[]> message,
        @Nullable Transaction transaction) {
    /// For consumers that read what is committed only: not the markers, and nothing that was aborted.
    boolean isReadable() {
        return message != null && (transaction == null || transaction.isCommitted());
    }

    ConsumerRecord<byte[], byte[]> toConsumerRecord(ProducerRecord<byte[], byte[]> content, int partition) {
        byte[] key = content.key();
        byte[] value = content.value();
        return new ConsumerRecord<>(
                content.topic(),
                partition,
                offset,
                ConsumerRecord.NO_TIMESTAMP,
                TimestampType.NO_TIMESTAMP_TYPE,
                key == null ? 0 : key.length,
                value == null ? 0 : value.length,
                key,
                value,
                new RecordHeaders(content.headers().toArray()),
                Optional.of(epoch));
    }
}
