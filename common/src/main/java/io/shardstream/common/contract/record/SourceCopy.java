package io.shardstream.common.contract.record;

import java.time.Instant;

/// A copy of the source index that a cut-over makes before it deletes that index, under the key that
/// [#key(String)] gives, in the control topic. It is written before the copy is asked for, and removed when
/// the copy is known to be gone.
///
/// @param request id of the cut-over
/// @param index the copy's name, which no other copy has
/// @param uuid the copy's, once it is known to hold all that the source has; empty otherwise
/// @param at when it was first asked for, to the millisecond
public record SourceCopy(String request, String index, String uuid, Instant at) {
    /// What the keys of all copies begin with.
    public static final String KEY_PREFIX = "source_copy.";

    private static final int FORMAT = 1;

    /// The key of the copy with this name.
    public static String key(String index) {
        return KEY_PREFIX + index;
    }

    /// Whether it holds all that the source has.
    public boolean isWhole() {
        return !uuid.isEmpty();
    }

    /// The same copy, when it is known whether it holds all that the source has.
    ///
    /// @param known its uuid if it does, empty if it does not
    public SourceCopy withUuid(String known) {
        return new SourceCopy(request, index, known, at);
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("request", request)
                .put("index", index)
                .put("uuid", uuid)
                .put("at_ms", at.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SourceCopy decode(byte[] value) {
        return StrictObject.decode(
                "source copy",
                FORMAT,
                value,
                object -> new SourceCopy(
                        object.textOf("request"),
                        object.textOf("index"),
                        object.textOf("uuid"),
                        Instant.ofEpochMilli(object.longOf("at_ms"))));
    }
}
