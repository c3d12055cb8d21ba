package io.shardstream.common.contract.record;

/// Somebody has said that nothing shall be guarded, not by default either: under the key [#KEY] of the
/// control topic, beside a [Throttle] without an objective, which does not tell that from one about which
/// nobody has said anything. It means nothing without such a record.
///
/// A version that does not know it has no default guard, and may pass over it: so it needs no format of the
/// run.
public record GuardOff() {
    /// The record's key in the control topic.
    public static final String KEY = "guard-off";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static GuardOff decode(byte[] value) {
        return StrictObject.decode("guard-off", FORMAT, value, _ -> new GuardOff());
    }
}
