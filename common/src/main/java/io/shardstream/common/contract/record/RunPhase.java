package io.shardstream.common.contract.record;

/// Where a run stands, under the key [#KEY] of the control topic.
///
/// @param phase the phase
/// @param epoch of the controller that wrote it, rising with every take-over; 0 is the preparation's
/// @param why a sentence for people, empty where the phase speaks for itself
public record RunPhase(Phase phase, long epoch, String why) {
    /// The record's key in the control topic.
    public static final String KEY = "phase";

    private static final int FORMAT = 1;

    public RunPhase {
        if (epoch < 0) {
            throw new IllegalArgumentException("an epoch must not be negative, got " + epoch);
        }
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("phase", phase.label())
                .put("epoch", epoch)
                .put("why", why));
    }

    /// @throws UnknownRecordException if the value is not a phase that this version knows
    public static RunPhase decode(byte[] value) {
        return StrictObject.decode(
                "phase",
                FORMAT,
                value,
                object -> new RunPhase(
                        Phase.labelled(object.textOf("phase")), object.longOf("epoch"), object.textOf("why")));
    }
}
