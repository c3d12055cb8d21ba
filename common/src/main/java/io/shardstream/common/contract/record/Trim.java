package io.shardstream.common.contract.record;

import java.util.Locale;

/// What may be taken away from the start of the docs topic while a run works.
public enum Trim {
    /// Nothing: any lane can be written again from its start.
    NEVER,
    /// What a verification has found in the target.
    VERIFIED,
    /// What the target has acknowledged.
    WRITTEN;

    /// The name in the run file.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
