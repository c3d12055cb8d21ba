package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/// That a rejected state is published again with other bytes than the source's, on purpose: key, value and
/// headers `v` and `r` as in the docs topic, and a header `replaced` that says what changed them. Written
/// before the state is published, so that whoever finds those bytes in the target knows of them.
///
/// @param document the state with the bytes that it is to have
/// @param by what changed them, for people
public record Replacement(DocRecord document, String by) implements RejectRecord {
    static final String HEADER = "replaced";

    @Override
    public ProducerRecord<byte[], byte[]> toProducerRecord(String topic, int lane) {
        List<Header> headers = new ArrayList<>(DocRecord.headers(document.routing(), document.version()));
        headers.add(DocRecord.text(HEADER, by));
        Bytes source = document.source();
        return new ProducerRecord<>(
                topic, lane, document.id().toArray(), source == null ? null : source.toArray(), headers);
    }

    static Replacement from(ConsumerRecord<byte[], byte[]> kafka) {
        return new Replacement(DocRecord.from(kafka), DocRecord.textOf(kafka, HEADER));
    }
}
