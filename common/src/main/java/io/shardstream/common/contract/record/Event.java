package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.Arrays;

/// Something that happened to a run, for people to read. A record of the events topic, whose value it is; the
/// key is empty.
///
/// @param at when it was noticed, to the millisecond
/// @param kind what kind of thing
/// @param sentence what happened, and why as far as that is known
public record Event(Instant at, Kind kind, String sentence) {
    private static final int FORMAT = 1;

    /// What kinds of things happen.
    public enum Kind {
        /// The run entered another phase.
        PHASE,
        /// Another process controls it.
        CONTROL,
        /// Readers or writers came, went, or divided the work anew.
        MEMBERS,
        /// A part waits for a person, or does no longer.
        BLOCK,
        /// Somebody paused it, or let it go on.
        PAUSE,
        /// Somebody limited it otherwise, or the guard of production does.
        THROTTLE,
        /// A primary is on another node.
        RELOCATION,
        /// A step of a cut-over.
        STEP,
        /// A verification has ended.
        VERIFIED,
        /// Something else makes the run as fast as it is.
        BOTTLENECK;

        /// As machines read it.
        public String label() {
            return switch (this) {
                case PHASE -> "phase";
                case CONTROL -> "control";
                case MEMBERS -> "members";
                case BLOCK -> "block";
                case PAUSE -> "pause";
                case THROTTLE -> "throttle";
                case RELOCATION -> "relocation";
                case STEP -> "step";
                case VERIFIED -> "verified";
                case BOTTLENECK -> "bottleneck";
            };
        }

        static Kind labelled(String label) {
            return Arrays.stream(values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst()
                    .orElseThrow(() -> new UnknownRecordException("an event has the unknown kind " + label));
        }
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("at_ms", at.toEpochMilli())
                .put("kind", kind.label())
                .put("sentence", sentence));
    }

    /// @throws UnknownRecordException if the value is not an event of this format
    public static Event decode(byte[] value) {
        return StrictObject.decode(
                "event",
                FORMAT,
                value,
                object -> new Event(
                        Instant.ofEpochMilli(object.longOf("at_ms")),
                        Kind.labelled(object.textOf("kind")),
                        object.textOf("sentence")));
    }
}
