package io.shardstream.common.contract.record;

/// How many documents of the source's start a complete copy lacks at least, under the key [#KEY] of the
/// control topic: the source was changed while it was copied, and they were changed or deleted before they
/// were read. A run that goes on with what is written has none.
///
/// Older versions pass over it, and have never written one.
///
/// @param documents at least 1; rejected ones are not among them
public record MissingOfStart(long documents) {
    /// The record's key in the control topic.
    public static final String KEY = "missing_of_start";

    private static final int FORMAT = 1;

    public MissingOfStart {
        if (documents < 1) {
            throw new IllegalArgumentException("a number of missing documents must be at least 1, got " + documents);
        }
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT).put("documents", documents));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static MissingOfStart decode(byte[] value) {
        return StrictObject.decode(
                "missing of start", FORMAT, value, object -> new MissingOfStart(object.longOf("documents")));
    }
}
