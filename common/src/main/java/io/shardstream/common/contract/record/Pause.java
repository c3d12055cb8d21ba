package io.shardstream.common.contract.record;

import java.time.Instant;

/// That readers read no new windows and writers send no new bulks, under the key [#KEY] of the control topic;
/// removed when the run goes on. What is under way is finished, and offsets and checkpoints are written.
///
/// @param reason why, as the operator said; may be empty
/// @param since when, to the millisecond
public record Pause(String reason, Instant since) {
    /// The record's key in the control topic.
    public static final String KEY = "pause";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(
                StrictObject.begin(FORMAT).put("reason", reason).put("since_ms", since.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Pause decode(byte[] value) {
        return StrictObject.decode(
                "pause",
                FORMAT,
                value,
                object -> new Pause(object.textOf("reason"), Instant.ofEpochMilli(object.longOf("since_ms"))));
    }
}
