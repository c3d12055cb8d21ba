package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.Locale;

/// One step of what a controller does for a request, under the key that [#key()] gives: written before it is
/// taken, and again when it has been.
///
/// @param request id of the request
/// @param epoch of the controller that takes it
/// @param number counts the steps of this controller for this request, from 1
/// @param name what is done, in a few words
/// @param isDone false while it is being taken
/// @param detail what came of it, or what it waits for meanwhile; empty before
/// @param at when this was written, to the millisecond
public record Step(String request, long epoch, int number, String name, boolean isDone, String detail, Instant at) {
    /// What the keys of all steps begin with.
    public static final String KEY_PREFIX = "step.";

    /// The step of a cut-over by which production is moved.
    public static final String SWAP = "swap";

    private static final int FORMAT = 1;

    /// What the keys of all steps of a request begin with.
    public static String keyPrefix(String request) {
        return KEY_PREFIX + request + ".";
    }

    /// In the order of the steps, if keys are in alphabetical order.
    public String key() {
        return keyPrefix(request) + String.format(Locale.ROOT, "%08d.%05d", epoch, number);
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("request", request)
                .put("epoch", epoch)
                .put("number", number)
                .put("name", name)
                .put("state", isDone ? "done" : "begun")
                .put("detail", detail)
                .put("at_ms", at.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Step decode(byte[] value) {
        return StrictObject.decode(
                "step",
                FORMAT,
                value,
                object -> new Step(
                        object.textOf("request"),
                        object.longOf("epoch"),
                        object.intOf("number"),
                        object.textOf("name"),
                        object.textOf("state").equals("done"),
                        object.textOf("detail"),
                        Instant.ofEpochMilli(object.longOf("at_ms"))));
    }
}
