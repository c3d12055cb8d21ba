package io.shardstream.common.contract.record;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/// What lies in a rejects topic, each in the lane of its document.
public sealed interface RejectRecord permits Reject, Replacement, Replayed {
    /// The state that it is about: id, routing and version, and what else the record says.
    DocRecord document();

    /// The record to be sent to a lane of the rejects topic.
    ProducerRecord<byte[], byte[]> toProducerRecord(String topic, int lane);

    /// @throws UnknownRecordException if a header is missing or unreadable
    static RejectRecord from(ConsumerRecord<byte[], byte[]> kafka) {
        if (kafka.headers().lastHeader(Replayed.HEADER) != null) {
            return Replayed.from(kafka);
        }
        return kafka.headers().lastHeader(Replacement.HEADER) == null ? Reject.from(kafka) : Replacement.from(kafka);
    }
}
