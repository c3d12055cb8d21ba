package io.shardstream.common.contract.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/// Which run has written a record of the docs topic: 4 bytes of header `o`, the CRC-32C of the run's id in
/// UTF-8, so the same in all processes and generations of a run. Versions before this header write none and
/// do not read it. Used by any thread.
public final class RunOrigin {
    static final String HEADER = "o";

    private final byte[] value;
    private final Header header;

    private RunOrigin(byte[] value) {
        this.value = value;
        this.header = new RecordHeader(HEADER, value);
    }

    /// Of the run with this plan, whatever its generation.
    public static RunOrigin of(RunPlan plan) {
        CRC32C sum = new CRC32C();
        sum.update(plan.id().getBytes(StandardCharsets.UTF_8));
        return new RunOrigin(
                ByteBuffer.allocate(Integer.BYTES).putInt((int) sum.getValue()).array());
    }

    /// The same object for all records.
    Header header() {
        return header;
    }

    /// @throws UnknownRecordException if the record says that another run wrote it; one that says nothing is
    ///     of an earlier version
    void require(ConsumerRecord<byte[], byte[]> kafka) {
        Header found = kafka.headers().lastHeader(HEADER);
        if (found != null && !Arrays.equals(found.value(), value)) {
            throw new UnknownRecordException(DocRecord.where(kafka) + " was written by another run: its header "
                    + HEADER + " is "
                    + (found.value() == null ? "empty" : HexFormat.of().formatHex(found.value()))
                    + ", and this run's is " + HexFormat.of().formatHex(value));
        }
    }
}
