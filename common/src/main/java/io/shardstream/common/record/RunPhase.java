package io.shardstream.common.record;

import java.util.Arrays;
import java.util.Locale;

/// Where a run stands, under the key [#KEY] of the control topic.
public enum RunPhase {
    /// Readers read, writers write.
    COPYING,
    /// The target holds everything that was in the source at the start.
    COMPLETED;

    /// The record's key in the control topic.
    public static final String KEY = "phase";

    private static final int FORMAT = 1;

    public byte[] encode() {
        return StrictObject.bytes(StrictObject.begin(FORMAT).put("phase", label()));
    }

    /// @throws UnknownRecordException if the value is not a phase that this version knows
    public static RunPhase decode(byte[] value) {
        StrictObject object = StrictObject.read("phase", FORMAT, value);
        String label = object.textOf("phase");
        object.end();
        return Arrays.stream(values())
                .filter(phase -> phase.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("phase is not known: " + label));
    }

    /// The name that people see, such as `copying`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
