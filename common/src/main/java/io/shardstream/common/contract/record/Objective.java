package io.shardstream.common.contract.record;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// What production is to be like on each data node while a run works, so that the run gives way when it is not.
///
/// @param searchLatency the longest that searches may take
/// @param cpu the most that the machine's processors may be used, in percent, 1 to 100
/// @param isOff whether somebody has said that nothing shall be guarded, not by default either; then nothing
///     else is said
public record Objective(Optional<Duration> searchLatency, OptionalInt cpu, boolean isOff) {
    /// Nobody has said anything.
    public static final Objective NONE = new Objective(Optional.empty(), OptionalInt.empty());

    /// Somebody wants no guard.
    public static final Objective OFF = new Objective(Optional.empty(), OptionalInt.empty(), true);

    /// Who wants production to be guarded.
    public enum Guard {
        /// Somebody has set an objective, and what is not known stops the run.
        ASKED,
        /// Nobody has said anything, and what is not known stops nothing.
        DEFAULT,
        /// Somebody does not.
        OFF;

        /// As `status` and the API say it.
        public String word() {
            return switch (this) {
                case ASKED -> "asked";
                case DEFAULT -> "default";
                case OFF -> "off";
            };
        }
    }

    public Objective {
        if (cpu.isPresent() && (cpu.getAsInt() < 1 || cpu.getAsInt() > 100)) {
            throw new IllegalArgumentException("processors are used 1 to 100 percent, got " + cpu.getAsInt());
        }
        if (isOff && (searchLatency.isPresent() || cpu.isPresent())) {
            throw new IllegalArgumentException("a guard that is off has no objective");
        }
    }

    /// One that somebody has set, or nothing.
    public Objective(Optional<Duration> searchLatency, OptionalInt cpu) {
        this(searchLatency, cpu, false);
    }

    /// Whether somebody has said what production is to be like.
    public boolean isSet() {
        return searchLatency.isPresent() || cpu.isPresent();
    }

    public Guard guard() {
        return isSet() ? Guard.ASKED : isOff ? Guard.OFF : Guard.DEFAULT;
    }
}
