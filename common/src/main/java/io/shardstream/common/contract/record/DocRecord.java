package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/// One state of one document, as it lies in the docs topic.
///
/// | part | holds |
/// | --- | --- |
/// | key | `_id`, UTF-8 |
/// | value | raw `_source` as the source returned it; null = delete |
/// | header `v` | version, 8 bytes, big-endian |
/// | header `r` | routing, UTF-8, only where the document has one |
/// | header `o` | the run that wrote it, 4 bytes, see [RunOrigin]; none in those of earlier versions and in rejects |
/// | header `f` | format of the record, decimal; none for 1, the only one so far |
///
/// Headers of other names are not read: tools that watch Kafka clients add some of their own.
///
/// @param id `_id` in UTF-8, 1 to 512 bytes
/// @param routing `_routing` in UTF-8, or null where the document has none
/// @param version a version word, or the source's own version, as the run's `version.mode` says
/// @param source raw `_source`, or null for a delete
public record DocRecord(
        Bytes id,
        @Nullable Bytes routing,
        long version,
        @Nullable Bytes source) {
    static final String VERSION_HEADER = "v";
    static final String ROUTING_HEADER = "r";
    static final String FORMAT_HEADER = "f";

    private static final int FORMAT = 1;

    /// The record to be sent to a lane of the docs topic.
    ///
    /// @param origin of the run that writes it
    public ProducerRecord<byte[], byte[]> toProducerRecord(String topic, int lane, RunOrigin origin) {
        Header word = word(version);
        List<Header> headers =
                routing == null ? List.of(word, origin.header()) : List.of(word, routing(routing), origin.header());
        return new ProducerRecord<>(topic, lane, id.toArray(), source == null ? null : source.toArray(), headers);
    }

    /// The document of a record of the docs topic.
    ///
    /// @param origin of the run whose topic it is
    /// @throws NewerFormatException if a later version wrote it in a format of its own
    /// @throws UnknownRecordException if another run wrote the record, or it has no key or no version header
    ///     of 8 bytes
    public static DocRecord from(ConsumerRecord<byte[], byte[]> kafka, RunOrigin origin) {
        DocRecord document = from(kafka);
        origin.require(kafka);
        return document;
    }

    /// The document of a record of the rejects topic.
    ///
    /// @throws NewerFormatException if a later version wrote it in a format of its own
    /// @throws UnknownRecordException if the record has no key or no version header of 8 bytes
    static DocRecord from(ConsumerRecord<byte[], byte[]> kafka) {
        requireFormat(kafka);
        byte[] key = kafka.key();
        if (key == null) {
            throw new UnknownRecordException(where(kafka) + " has no key");
        }
        byte[] value = kafka.value();
        return new DocRecord(Bytes.of(key), routingOf(kafka), versionOf(kafka), value == null ? null : Bytes.of(value));
    }

    private static void requireFormat(ConsumerRecord<byte[], byte[]> kafka) {
        if (kafka.headers().lastHeader(FORMAT_HEADER) == null) {
            return;
        }
        String found = textOf(kafka, FORMAT_HEADER);
        if (!found.equals(Integer.toString(FORMAT))) {
            throw new NewerFormatException(where(kafka) + " has format " + found + ", this version reads format "
                    + FORMAT + " only: run the version of Shardstream that wrote it");
        }
    }

    /// Bytes that this record keeps in memory, roughly: key, routing and value.
    public long size() {
        return (long) id.length() + (routing == null ? 0 : routing.length()) + (source == null ? 0 : source.length());
    }

    /// What records of the rejects topic say of a document.
    static List<Header> headers(@Nullable Bytes routing, long version) {
        return routing == null ? List.of(word(version)) : List.of(word(version), routing(routing));
    }

    private static Header word(long version) {
        return new RecordHeader(
                VERSION_HEADER, ByteBuffer.allocate(Long.BYTES).putLong(version).array());
    }

    private static Header routing(Bytes routing) {
        return new RecordHeader(ROUTING_HEADER, routing.toArray());
    }

    static long versionOf(ConsumerRecord<byte[], byte[]> kafka) {
        Header header = kafka.headers().lastHeader(VERSION_HEADER);
        if (header == null || header.value() == null || header.value().length != Long.BYTES) {
            throw new UnknownRecordException(where(kafka) + " has no version header of 8 bytes");
        }
        return ByteBuffer.wrap(header.value()).getLong();
    }

    static @Nullable Bytes routingOf(ConsumerRecord<byte[], byte[]> kafka) {
        Header header = kafka.headers().lastHeader(ROUTING_HEADER);
        if (header != null && header.value() == null) {
            throw new UnknownRecordException(where(kafka) + " has a header without a value, " + ROUTING_HEADER);
        }
        return header == null ? null : Bytes.of(header.value());
    }

    static String where(ConsumerRecord<byte[], byte[]> kafka) {
        return "record at offset " + kafka.offset() + " of " + kafka.topic() + "-" + kafka.partition();
    }

    static Header text(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /// @throws UnknownRecordException if the header is missing
    static String textOf(ConsumerRecord<byte[], byte[]> kafka, String name) {
        Header header = kafka.headers().lastHeader(name);
        if (header == null || header.value() == null) {
            throw new UnknownRecordException(where(kafka) + " has no header " + name);
        }
        return Bytes.of(header.value()).utf8();
    }
}
