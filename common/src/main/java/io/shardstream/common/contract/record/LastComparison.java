package io.shardstream.common.contract.record;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What the comparison came to that the swap of a cut-over goes by, under the key [#KEY] of the control
/// topic. Whatever is compared or written later, it says what was true when production moved.
///
/// Older versions pass over it.
///
/// @param request id of the cut-over
/// @param target by target shard, the highest sequence number then
/// @param histories of the target's shards then
/// @param rejects documents that the target had refused and lacked then, or held in an older state
public record LastComparison(String request, List<Long> target, TargetHistories histories, long rejects) {
    /// The record's key in the control topic.
    public static final String KEY = "last_comparison";

    private static final int FORMAT = 1;

    public LastComparison {
        target = List.copyOf(target);
    }

    /// Whether it is that of this cut-over: a controller of an earlier version, which makes none, may have
    /// swapped.
    ///
    /// @param notes those of the cut-over
    public boolean isOf(CutoverNotes notes) {
        return request.equals(notes.request().id()) && target.equals(notes.target());
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT).put("request", request).put("rejects", rejects);
        ArrayNode numbers = object.putArray("target");
        target.forEach(numbers::add);
        ArrayNode uuids = object.putArray("histories");
        histories.uuids().forEach(uuids::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static LastComparison decode(byte[] value) {
        return StrictObject.decode(
                "last comparison",
                FORMAT,
                value,
                object -> new LastComparison(
                        object.textOf("request"),
                        object.longsOf("target"),
                        new TargetHistories(object.listOf("histories")),
                        object.longOf("rejects")));
    }
}
