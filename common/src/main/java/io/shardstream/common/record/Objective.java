package io.shardstream.common.record;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// What production is to be like on each data node while a run works, so that the run gives way when it is not.
///
/// @param searchLatency the longest that searches may take
/// @param cpu the most that the machine's processors may be used, in percent, 1 to 100
public record Objective(Optional<Duration> searchLatency, OptionalInt cpu) {
    public static final Objective NONE = new Objective(Optional.empty(), OptionalInt.empty());

    public Objective {
        if (cpu.isPresent() && (cpu.getAsInt() < 1 || cpu.getAsInt() > 100)) {
            throw new IllegalArgumentException("processors are used 1 to 100 percent, got " + cpu.getAsInt());
        }
    }

    /// Whether a run gives way at all.
    public boolean isSet() {
        return searchLatency.isPresent() || cpu.isPresent();
    }
}
