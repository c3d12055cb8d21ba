package io.shardstream.common.contract.record;

import java.util.Locale;

/// What becomes of a run when the source's mapping or its settings change.
public enum OnSourceMappingChange {
    /// The target is given what it takes; the run is stopped at what it does not take, until a person lets it
    /// go on.
    APPLY,
    /// The run is stopped before anything is given to the target, until a person lets it go on.
    STOP,
    /// The target is given what it takes, and the run says what it does not take and goes on.
    NOTE;

    /// The name in the run file.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
