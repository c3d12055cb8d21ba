package io.shardstream.common.contract.record;

import java.nio.charset.StandardCharsets;

/// What the run file of the process that controls the run says of limits and guard, under the key [#KEY] of the
/// control topic: whoever changes a limit may have another run file, and what it does not name is to stay as
/// the run has it. Readers and writers go by their own until a command says something.
///
/// A version that does not know it goes by the run file of whoever changes a limit, as it always did: so it
/// needs no format of the run.
public record RunFileThrottle(Throttle throttle) {
    /// The record's key in the control topic.
    public static final String KEY = "run-file-throttle";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT)
                .put("throttle", new String(throttle.encode(), StandardCharsets.UTF_8))
                .put("guard_off", throttle.objective().isOff()));
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static RunFileThrottle decode(byte[] value) {
        return StrictObject.decode("throttle of the run file", FORMAT, value, object -> {
            Throttle throttle = Throttle.decode(object.textOf("throttle").getBytes(StandardCharsets.UTF_8));
            boolean isOff = object.booleanOf("guard_off");
            return new RunFileThrottle(isOff ? throttle.with(Objective.OFF) : throttle);
        });
    }
}
