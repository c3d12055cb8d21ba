package io.shardstream.common.contract.record;

import java.time.Instant;

/// A write block that the run is about to set or has set, and has not lifted, under the key that [#key(Side)]
/// gives, in the control topic. It is written before the block is asked for, and removed when the block is
/// known to be gone. A block without such a record is somebody else's.
///
/// @param side whose index it is
/// @param index the name of that index
/// @param since when the block was first asked for, to the millisecond
/// @param isOnAnother whether the index had somebody else's block before, which stays when the run gives up
///     its own
public record OwnBlock(Side side, String index, Instant since, boolean isOnAnother) {
    private static final int FORMAT = 1;

    public static String key(Side side) {
        return "write-block." + side.label();
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("side", side.label())
                .put("index", index)
                .put("since_ms", since.toEpochMilli())
                .put("on_another", isOnAnother));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static OwnBlock decode(byte[] value) {
        return StrictObject.decode(
                "write block",
                FORMAT,
                value,
                object -> new OwnBlock(
                        Side.of(object.textOf("side")),
                        object.textOf("index"),
                        Instant.ofEpochMilli(object.longOf("since_ms")),
                        object.booleanOf("on_another")));
    }
}
