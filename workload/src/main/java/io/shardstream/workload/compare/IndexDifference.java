package io.shardstream.workload.compare;

import java.util.Locale;

/// How a document of one index is not as it is in the other.
public enum IndexDifference {
    /// It is in the source and not in the target.
    MISSING,
    /// The target has it with a version below the one that the source's state has.
    STALE,
    /// It is in the target and not in the source.
    EXTRA,
    /// The target has it with the version of the source's state but with other bytes, or with a higher version.
    DIFFERING;

    /// The name that people see, such as `missing`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
