package io.shardstream.common.record;

import java.time.Instant;

/// The process that takes decisions for the run, under the key [#KEY] of the control topic. Each one writes
/// this before anything else.
///
/// @param epoch one more than that of the controller before
/// @param who the process, as people know it: host and process id
/// @param since when it took over, to the millisecond
public record Controller(long epoch, String who, Instant since) {
    /// The record's key in the control topic.
    public static final String KEY = "controller";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(
                StrictObject.begin(FORMAT).put("epoch", epoch).put("who", who).put("since_ms", since.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Controller decode(byte[] value) {
        StrictObject object = StrictObject.read("controller", FORMAT, value);
        Controller controller = new Controller(
                object.longOf("epoch"), object.textOf("who"), Instant.ofEpochMilli(object.longOf("since_ms")));
        object.end();
        return controller;
    }
}
