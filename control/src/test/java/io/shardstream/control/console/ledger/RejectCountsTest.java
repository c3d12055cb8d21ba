package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

class RejectCountsTest {
    /// As after the group's offsets have expired, while the store is restored.
    @Test
    void whatIsReadAgainCountsOnce() {
        RejectCounts counts = new RejectCounts();
        counts.add(reject("strict"), 3);
        counts.add(reject("strict"), 7);
        RejectCounts restored = RejectCounts.decode(counts.encode());
        restored.add(reject("strict"), 3);
        restored.add(reject("strict"), 7);
        restored.add(reject("parsing"), 8);

        assertThat(restored.byType()).containsEntry("strict", 2L).containsEntry("parsing", 1L);
    }

    @Test
    void countsOfTheVersionBeforeGoOn() {
        byte[] type = "strict".getBytes(StandardCharsets.UTF_8);
        byte[] stored = ByteBuffer.allocate(1 + 4 + 2 + type.length + 8)
                .put((byte) 1)
                .putInt(1)
                .putShort((short) type.length)
                .put(type)
                .putLong(5)
                .array();
        RejectCounts counts = RejectCounts.decode(stored);
        counts.add(reject("strict"), 40);
        counts.add(reject("strict"), 40);

        assertThat(RejectCounts.decode(counts.encode()).byType()).containsEntry("strict", 6L);
    }

    private static Record<byte[], byte[]> reject(String type) {
        DocRecord document = new DocRecord(Bytes.utf8("1"), null, 1L << 50, Bytes.utf8("{}"));
        ProducerRecord<byte[], byte[]> record = new Reject(document, type, "because", 3).toProducerRecord("rejects", 0);
        return new Record<>(record.key(), record.value(), 0, record.headers());
    }
}
