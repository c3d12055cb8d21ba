package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/// A document that the target refuses for good, with its bytes and the reason, as it lies in the
/// rejects topic: key and value as in the docs topic, and headers `v`, `r`, `type`, `reason`, `offset`.
///
/// @param document the refused state; its source is empty where a reader could not publish the document
/// @param type the target's error type, or one of ours such as [#TOO_LARGE]
/// @param reason the target's own words, or their beginning: what is rejected fits wherever the document does
/// @param docsOffset where the record lies in its lane, or [#NOT_PUBLISHED]
public record Reject(DocRecord document, String type, String reason, long docsOffset) implements RejectRecord {
    /// The document is larger than a record, a request or the run file allows.
    public static final String TOO_LARGE = "document_too_large";

    /// The source holds the document but cannot return it: its servers fail at every search that would.
    public static final String UNREADABLE_IN_SOURCE = "unreadable_in_source";

    /// `docsOffset` of a document that a reader could not put into the docs topic.
    public static final long NOT_PUBLISHED = -1;

    /// The header with the target's own words, in which it may quote the document.
    public static final String REASON_HEADER = "reason";

    private static final String TYPE_HEADER = "type";
    private static final String OFFSET_HEADER = "offset";

    private static final int LONGEST_TYPE = 500;
    private static final int LONGEST_REASON = 5_000;

    public Reject {
        type = Printable.beginning(type, LONGEST_TYPE);
        reason = Printable.beginning(reason, LONGEST_REASON);
    }

    /// Whether the state lies here as a whole: its bytes, or that it is a delete. A source is never empty.
    public boolean hasBody() {
        Bytes source = document.source();
        return source == null || source.length() > 0;
    }

    @Override
    public ProducerRecord<byte[], byte[]> toProducerRecord(String topic, int lane) {
        List<Header> headers = new ArrayList<>(DocRecord.headers(document.routing(), document.version()));
        headers.add(DocRecord.text(TYPE_HEADER, type));
        headers.add(reason(reason));
        headers.add(DocRecord.text(OFFSET_HEADER, Long.toString(docsOffset)));
        Bytes source = document.source();
        return new ProducerRecord<>(
                topic, lane, document.id().toArray(), source == null ? null : source.toArray(), headers);
    }

    /// The header that gives this reason.
    public static Header reason(String reason) {
        return DocRecord.text(REASON_HEADER, reason);
    }

    /// @throws UnknownRecordException if a header is missing or unreadable
    public static Reject from(ConsumerRecord<byte[], byte[]> kafka) {
        String offset = DocRecord.textOf(kafka, OFFSET_HEADER);
        try {
            return new Reject(
                    DocRecord.from(kafka),
                    DocRecord.textOf(kafka, TYPE_HEADER),
                    DocRecord.textOf(kafka, REASON_HEADER),
                    Long.parseLong(offset));
        } catch (NumberFormatException e) {
            throw new UnknownRecordException(DocRecord.where(kafka) + " has no whole number as offset: " + offset);
        }
    }
}
