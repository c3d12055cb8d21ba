package io.shardstream.common.contract.record;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Settings of the target as they were before the run changed them, under the key [#KEY] of the control
/// topic; put back when the run ends.
///
/// @param gcDeletes `index.gc_deletes`, or null where it was not set
public record TargetOriginals(@Nullable String gcDeletes) {
    /// The record's key in the control topic.
    public static final String KEY = "target_originals";

    private static final int FORMAT = 1;
    private static final String NOT_SET = "";

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT).put("gc_deletes", gcDeletes == null ? NOT_SET : gcDeletes);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static TargetOriginals decode(byte[] value) {
        return StrictObject.decode("target originals", FORMAT, value, object -> {
            String gcDeletes = object.textOf("gc_deletes");
            return new TargetOriginals(gcDeletes.equals(NOT_SET) ? null : gcDeletes);
        });
    }
}
