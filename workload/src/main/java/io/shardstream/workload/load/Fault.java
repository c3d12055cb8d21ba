package io.shardstream.workload.load;

import java.util.Locale;

/// How a document of an index is not as the log says.
public enum Fault {
    /// It was acknowledged, never deleted since, and is not there.
    LOST,
    /// Its delete was acknowledged, and an earlier state of it is there.
    RESURRECTED,
    /// An earlier state of it is there than the last one that was acknowledged.
    STALE,
    /// It is there with what a refused or a later operation wrote, or with an id that was never written.
    NEVER_WRITTEN,
    /// It is there with bytes that no operation wrote.
    CORRUPT;

    /// The name that people see, such as `never written`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
