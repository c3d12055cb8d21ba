package io.shardstream.common.contract.record;

import java.util.Locale;

/// What becomes of a run when somebody changes the target's mapping.
public enum OnMappingChange {
    /// It is stopped until a person lets it go on.
    STOP,
    /// It says so and goes on.
    WARN;

    /// The name in the run file.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
