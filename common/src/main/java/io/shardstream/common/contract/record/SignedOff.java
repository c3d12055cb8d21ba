package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The record of a cut-over that was done, under the key [#KEY] of the control topic.
///
/// @param request the request that it was
/// @param sourceIndex where production was
/// @param targetIndex where it is
/// @param source by source shard, the last sequence number, up to which all was copied
/// @param sourceAfter the same, read after the swap
/// @param target by target shard, the highest sequence number at the swap
/// @param rejects documents that the target refused for good, and lacked or had in an older state then
/// @param blockedMillis how long neither index took writes, at most: from the first request to block the source
/// @param verdict what the last comparison said
/// @param at when, to the millisecond
public record SignedOff(
        String request,
        String sourceIndex,
        String targetIndex,
        List<Long> source,
        List<Long> sourceAfter,
        List<Long> target,
        long rejects,
        long blockedMillis,
        String verdict,
        Instant at) {
    /// The record's key in the control topic.
    public static final String KEY = "signed_off";

    private static final int FORMAT = 1;

    public SignedOff {
        source = List.copyOf(source);
        sourceAfter = List.copyOf(sourceAfter);
        target = List.copyOf(target);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("request", request)
                .put("source_index", sourceIndex)
                .put("target_index", targetIndex)
                .put("rejects", rejects)
                .put("blocked_ms", blockedMillis)
                .put("verdict", verdict)
                .put("at_ms", at.toEpochMilli());
        list(object.putArray("source"), source);
        list(object.putArray("source_after"), sourceAfter);
        list(object.putArray("target"), target);
        return StrictObject.bytes(object);
    }

    private static void list(ArrayNode array, List<Long> values) {
        values.forEach(array::add);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SignedOff decode(byte[] value) {
        return StrictObject.decode(
                "signed-off record",
                FORMAT,
                value,
                object -> new SignedOff(
                        object.textOf("request"),
                        object.textOf("source_index"),
                        object.textOf("target_index"),
                        object.longsOf("source"),
                        object.longsOf("source_after"),
                        object.longsOf("target"),
                        object.longOf("rejects"),
                        object.longOf("blocked_ms"),
                        object.textOf("verdict"),
                        Instant.ofEpochMilli(object.longOf("at_ms"))));
    }
}
