package io.shardstream.common.contract.record;

import java.time.Instant;

/// That a part of the run waits for a person, under the key that [#key(String)] gives, in the control topic.
/// Removed when that part starts again, and that of no process when the run is told to go on.
///
/// @param part `reader`, `writer` or `control`, or one that is no process: [#REJECTS], [#TARGET] or
///     [#MAPPING]
/// @param reason the sentence that says what is the matter and what to do
/// @param since when it stopped, to the millisecond
public record Blocked(String part, String reason, Instant since) {
    /// Every key of such a record begins so.
    public static final String KEY_PREFIX = "blocked.";

    /// The number of rejects.
    public static final String REJECTS = "rejects";

    /// What the target is like.
    public static final String TARGET = "target";

    /// What of the source's mapping the target does not take.
    public static final String MAPPING = "mapping";

    private static final int FORMAT = 1;

    /// Whether it is a process that waits: what it stopped for may be gone when it starts again.
    public boolean isOfProcess() {
        return !part.equals(REJECTS) && !part.equals(TARGET) && !part.equals(MAPPING);
    }

    public static String key(String part) {
        return KEY_PREFIX + part;
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("part", part)
                .put("reason", reason)
                .put("since_ms", since.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Blocked decode(byte[] value) {
        return StrictObject.decode(
                "blocked",
                FORMAT,
                value,
                object -> new Blocked(
                        object.textOf("part"),
                        object.textOf("reason"),
                        Instant.ofEpochMilli(object.longOf("since_ms"))));
    }
}
