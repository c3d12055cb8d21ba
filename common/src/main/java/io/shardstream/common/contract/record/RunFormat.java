package io.shardstream.common.contract.record;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// In which format the records of a run are written, under the key [#KEY] of the control topic. One number
/// stands for all kinds of records: a kind that has not changed between two formats is written alike in both.
///
/// A run begins with [#FIRST]. Its controller writes a higher number once every member of the run has
/// announced ([MemberFormat]) that it understands it, and never a lower one. A process that understands less
/// stops.
///
/// This record itself never changes: every version reads it, if only to say that it is too old.
///
/// @param format 1 or more
/// @param version of the software that raised it, and understands it
/// @param since when it was raised, to the millisecond
public record RunFormat(int format, String version, Instant since) {
    /// The record's key in the control topic.
    public static final String KEY = "format";

    /// The format of a run whose control topic does not say one, and what a member understands that announces
    /// nothing.
    public static final int FIRST = 1;

    /// The newest format that this version writes and reads; it reads all older ones, too. In 2 a
    /// [Controller] says which version it runs, and a run may have [Adopted] its target. In 3 readers wait
    /// for a [CarriedMapping]. In 4 a [Checkpoint] says how far its history was read into any docs topic, and
    /// in 5 it has [Witnesses] of it.
    public static final int NEWEST = 5;

    private static final int FORMAT = 1;

    public RunFormat {
        if (format < FIRST) {
            throw new IllegalArgumentException("a run's format must be 1 or more, got " + format);
        }
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("run_format", format)
                .put("version", version)
                .put("since_ms", since.toEpochMilli());
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record
    public static RunFormat decode(byte[] value) {
        return StrictObject.decode(
                "run format",
                FORMAT,
                value,
                object -> new RunFormat(
                        object.intOf("run_format"),
                        object.textOf("version"),
                        Instant.ofEpochMilli(object.longOf("since_ms"))));
    }
}
