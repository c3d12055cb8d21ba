package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/// That a rejected state, or a newer one of its document, was published again: key and headers `v` and `r` as
/// in the docs topic, header `replayed` with the offset, and no bytes. What became of it is what became of
/// that record.
///
/// @param document the state; its source is empty
/// @param docsOffset where it lies in its lane now
public record Replayed(DocRecord document, long docsOffset) implements RejectRecord {
    static final String HEADER = "replayed";

    public Replayed {
        document = new DocRecord(document.id(), document.routing(), document.version(), Bytes.EMPTY);
    }

    @Override
    public ProducerRecord<byte[], byte[]> toProducerRecord(String topic, int lane) {
        List<Header> headers = new ArrayList<>(DocRecord.headers(document.routing(), document.version()));
        headers.add(DocRecord.text(HEADER, Long.toString(docsOffset)));
        return new ProducerRecord<>(topic, lane, document.id().toArray(), new byte[0], headers);
    }

    static Replayed from(ConsumerRecord<byte[], byte[]> kafka) {
        String offset = DocRecord.textOf(kafka, HEADER);
        try {
            return new Replayed(DocRecord.from(kafka), Long.parseLong(offset));
        } catch (NumberFormatException e) {
            throw new UnknownRecordException(DocRecord.where(kafka) + " has no whole number as offset: " + offset);
        }
    }
}
