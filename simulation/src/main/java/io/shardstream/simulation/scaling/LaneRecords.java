package io.shardstream.simulation.scaling;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/// Lanes that never end: whatever offset is asked for, there are records from there on, all of one size.
final class LaneRecords {
    /// Lineage 1, source shard 0.
    private static final long WORD = 1L << 50;

    private final String topic;
    private final byte[] body;
    private final int atOnce;

    /// @param topic the docs topic
    /// @param bytes of each document
    /// @param atOnce records that one poll brings
    LaneRecords(String topic, int bytes, int atOnce) {
        this.topic = topic;
        this.body = new byte[bytes];
        this.atOnce = atOnce;
    }

    String topic() {
        return topic;
    }

    List<ConsumerRecord<byte[], byte[]>> from(int lane, long offset) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(atOnce);
        for (int i = 0; i < atOnce; i++) {
            records.add(record(lane, offset + i));
        }
        return records;
    }

    private ConsumerRecord<byte[], byte[]> record(int lane, long offset) {
        byte[] key = (lane + "-" + offset).getBytes(StandardCharsets.US_ASCII);
        RecordHeaders headers = new RecordHeaders();
        headers.add("v", ByteBuffer.allocate(Long.BYTES).putLong(WORD + offset).array());
        return new ConsumerRecord<>(
                topic,
                lane,
                offset,
                0,
                TimestampType.CREATE_TIME,
                key.length,
                body.length,
                key,
                body,
                headers,
                Optional.of(0));
    }
}
