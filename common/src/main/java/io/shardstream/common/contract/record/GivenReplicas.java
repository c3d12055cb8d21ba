package io.shardstream.common.contract.record;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/// That the target of a run that follows its source was given the replicas that it is to have when it is
/// filled, under the key [#KEY] of the control topic. That is done once: whoever changes their number after
/// that is left alone.
///
/// Older versions pass over it.
///
/// @param at when, to the millisecond
public record GivenReplicas(Instant at) {
    /// The record's key in the control topic.
    public static final String KEY = "given_replicas";

    private static final int FORMAT = 1;

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT).put("at_ms", at.toEpochMilli());
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static GivenReplicas decode(byte[] value) {
        return StrictObject.decode(
                "given replicas",
                FORMAT,
                value,
                object -> new GivenReplicas(Instant.ofEpochMilli(object.longOf("at_ms"))));
    }
}
