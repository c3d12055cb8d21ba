package io.shardstream.common.contract.record;

import tools.jackson.databind.node.ObjectNode;

/// What became of a range of offsets of one lane. Flushed before the offsets are committed; replays
/// overlap, so readers merge by range.
///
/// Key: the lane as decimal text. Value: one JSON object.
///
/// @param lane partition of the docs topic
/// @param from first offset of the range
/// @param to offset after the last one
/// @param applied records that the target took
/// @param superseded records for which the target already had something newer (409)
/// @param rejected records that went to the rejects topic
/// @param bytes `_source` bytes of all of them
/// @param tookMillis milliseconds that the target said it worked on their bulks
/// @param node the node that took the last of their bulks, as `http://host:port`
public record Outcome(
        int lane,
        long from,
        long to,
        long applied,
        long superseded,
        long rejected,
        long bytes,
        long tookMillis,
        String node) {
    private static final int FORMAT = 1;

    public Outcome {
        if (to <= from) {
            throw new IllegalArgumentException("a range ends after it begins, got " + from + " to " + to);
        }
        if (applied + superseded + rejected != to - from) {
            throw new IllegalArgumentException(
                    "%d applied, %d superseded and %d rejected are not the %d records of %d to %d"
                            .formatted(applied, superseded, rejected, to - from, from, to));
        }
    }

    public static String key(int lane) {
        return Integer.toString(lane);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("lane", lane)
                .put("from", from)
                .put("to", to)
                .put("applied", applied)
                .put("superseded", superseded)
                .put("rejected", rejected)
                .put("bytes", bytes)
                .put("took_ms", tookMillis)
                .put("node", node);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not an outcome of this format
    public static Outcome decode(byte[] value) {
        return StrictObject.decode(
                "outcome",
                FORMAT,
                value,
                object -> new Outcome(
                        object.intOf("lane"),
                        object.longOf("from"),
                        object.longOf("to"),
                        object.longOf("applied"),
                        object.longOf("superseded"),
                        object.longOf("rejected"),
                        object.longOf("bytes"),
                        object.longOf("took_ms"),
                        object.textOf("node")));
    }
}
