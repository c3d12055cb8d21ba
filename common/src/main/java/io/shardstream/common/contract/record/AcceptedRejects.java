package io.shardstream.common.contract.record;

/// How many rejects do not count towards the most that a run may have, under the key [#KEY] of the control
/// topic: those that there were when the run was stopped because of them, or fewer if fewer are open since.
///
/// @param rejects at least 0
public record AcceptedRejects(long rejects) {
    /// The record's key in the control topic.
    public static final String KEY = "accepted_rejects";

    private static final int FORMAT = 1;

    public AcceptedRejects {
        if (rejects < 0) {
            throw new IllegalArgumentException("a number of rejects must not be negative, got " + rejects);
        }
    }

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT).put("rejects", rejects));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static AcceptedRejects decode(byte[] value) {
        return StrictObject.decode(
                "accepted rejects", FORMAT, value, object -> new AcceptedRejects(object.longOf("rejects")));
    }
}
