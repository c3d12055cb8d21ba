package io.shardstream.common.contract.record;

import java.time.Instant;

/// A run that began with a target that another run had filled, whose Kafka was gone, under the key [#KEY] of
/// the control topic; written with the plan. Such a run is not complete before its target was compared with
/// its source once, and mended. Known from run format [#FIRST_RUN_FORMAT] on: such a run begins in that
/// format, so that no older version takes what was found in the target for a complete copy.
///
/// @param since when the target was adopted, to the millisecond
/// @param documents that the target held then
/// @param compared whether target and source were found equal since
/// @param mended documents that were published again or deleted for that; 0 before
public record Adopted(Instant since, long documents, boolean compared, long mended) {
    /// The record's key in the control topic.
    public static final String KEY = "adopted";

    /// The first [RunFormat] in which there is such a record.
    public static final int FIRST_RUN_FORMAT = 2;

    private static final int FORMAT = 1;

    public Adopted {
        if (documents < 0 || mended < 0) {
            throw new IllegalArgumentException("counts must not be negative, got " + documents + " and " + mended);
        }
    }

    /// One that is still to be compared.
    public static Adopted begun(Instant since, long documents) {
        return new Adopted(since, documents, false, 0);
    }

    /// The same, once target and source were found equal.
    public Adopted equal(long mendedDocuments) {
        return new Adopted(since, documents, true, mendedDocuments);
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("since_ms", since.toEpochMilli())
                .put("documents", documents)
                .put("compared", compared)
                .put("mended", mended));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Adopted decode(byte[] value) {
        return StrictObject.decode(
                "adopted target",
                FORMAT,
                value,
                object -> new Adopted(
                        Instant.ofEpochMilli(object.longOf("since_ms")),
                        object.longOf("documents"),
                        object.booleanOf("compared"),
                        object.longOf("mended")));
    }
}
