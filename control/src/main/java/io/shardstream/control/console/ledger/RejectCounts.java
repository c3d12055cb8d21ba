package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.UnknownRecordException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.Record;

/// How many records of a lane of the rejects topic are of each type of error. A document that is written
/// again is rejected again, and counts again.
public final class RejectCounts {
    /// Types beyond so many are counted together.
    static final int TYPES = 32;

    static final String OTHERS = "other types";

    private static final int LONGEST_TYPE = 200;

    /// Of the version before, without the offset: what is read again after it counts again.
    private static final byte WITHOUT_OFFSET = 1;

    private static final byte FORMAT = 2;

    private final TreeMap<String, Long> byType = new TreeMap<>();
    private long end;

    /// A record below or at the last one was counted: the group may have lost its offsets, and reads all of
    /// the topic again.
    void add(Record<byte[], byte[]> record, long offset) {
        if (offset < end) {
            return;
        }
        end = offset + 1;
        ConsumerRecord<byte[], byte[]> kafka = new ConsumerRecord<>("rejects", 0, 0, record.key(), record.value());
        record.headers().forEach(kafka.headers()::add);
        if (RejectRecord.from(kafka) instanceof Reject reject) {
            add(reject.type());
        }
    }

    /// One more record of this type of error.
    public void add(String type) {
        String name = type.substring(0, Math.min(type.length(), LONGEST_TYPE));
        boolean hasPlace = byType.containsKey(name) || byType.size() < TYPES;
        byType.merge(hasPlace ? name : OTHERS, 1L, Long::sum);
    }

    /// By type of error, how often it was.
    public SortedMap<String, Long> byType() {
        return Collections.unmodifiableSortedMap(byType);
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeLong(end);
            out.writeInt(byType.size());
            for (Map.Entry<String, Long> type : byType.entrySet()) {
                out.writeUTF(type.getKey());
                out.writeLong(type.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /// @throws UnknownRecordException if these are not the bytes of counts of this format
    static RejectCounts decode(byte[] bytes) {
        RejectCounts counts = new RejectCounts();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            byte format = in.readByte();
            if (format != FORMAT && format != WITHOUT_OFFSET) {
                throw new UnknownRecordException("counts of rejects have format " + format + ", known is " + FORMAT);
            }
            counts.end = format == WITHOUT_OFFSET ? 0 : in.readLong();
            for (int left = in.readInt(); left > 0; left--) {
                counts.byType.put(in.readUTF(), in.readLong());
            }
        } catch (IOException e) {
            throw new UnknownRecordException("counts of rejects are damaged: " + bytes.length + " bytes");
        }
        return counts;
    }
}
