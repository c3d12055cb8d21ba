package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/// What became of a request, under the key that [#key(String)] gives, in the control topic.
///
/// @param request id of the request
/// @param outcome in one word
/// @param sentence for people
/// @param at when, to the millisecond
public record Answer(String request, Outcome outcome, String sentence, Instant at) {
    private static final int FORMAT = 1;

    /// What can become of a request.
    public enum Outcome {
        /// It was done.
        DONE,
        /// It was not done, and the sentence says why and what was changed, if anything was.
        REFUSED,
        /// It was begun, and what it had changed was taken back.
        ABORTED,
        /// It was done, and somebody must look: source and target may differ, or production is not where it
        /// should be.
        DIFFERENT;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static String key(String request) {
        return "answer." + request;
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("request", request)
                .put("outcome", outcome.label())
                .put("sentence", sentence)
                .put("at_ms", at.toEpochMilli()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static Answer decode(byte[] value) {
        return StrictObject.decode(
                "answer",
                FORMAT,
                value,
                object -> new Answer(
                        object.textOf("request"),
                        outcomeOf(object.textOf("outcome")),
                        object.textOf("sentence"),
                        Instant.ofEpochMilli(object.longOf("at_ms"))));
    }

    private static Outcome outcomeOf(String label) {
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("answer: outcome is not known: " + label));
    }
}
