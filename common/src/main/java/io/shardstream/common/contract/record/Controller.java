package io.shardstream.common.contract.record;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// The process that takes decisions for the run, under the key [#KEY] of the control topic. Each one writes
/// this before anything else.
///
/// @param epoch one more than that of the controller before
/// @param who the process, as people know it: host and process id
/// @param since when it took over, to the millisecond
/// @param version of its software; empty in records of run format 1, which do not tell it
public record Controller(long epoch, String who, Instant since, String version) {
    /// The record's key in the control topic.
    public static final String KEY = "controller";

    private static final int FORMAT = 2;
    private static final int WITHOUT_VERSION = 1;
    private static final int FIRST_WITH_VERSION = 2;

    /// One whose version is not known.
    public Controller(long epoch, String who, Instant since) {
        this(epoch, who, since, "");
    }

    /// @param runFormat the run's, see [RunFormat]
    public byte[] encode(int runFormat) {
        boolean hasVersion = runFormat >= FIRST_WITH_VERSION;
        ObjectNode object = StrictObject.begin(hasVersion ? FORMAT : WITHOUT_VERSION)
                .put("epoch", epoch)
                .put("who", who)
                .put("since_ms", since.toEpochMilli());
        return StrictObject.bytes(hasVersion ? object.put("version", version) : object);
    }

    /// @throws UnknownRecordException if the value is not such a record of one of these formats
    public static Controller decode(byte[] value) {
        return StrictObject.decode(
                "controller",
                WITHOUT_VERSION,
                FORMAT,
                value,
                object -> new Controller(
                        object.longOf("epoch"),
                        object.textOf("who"),
                        Instant.ofEpochMilli(object.longOf("since_ms")),
                        object.longOf("format") == WITHOUT_VERSION ? "" : object.textOf("version")));
    }
}
