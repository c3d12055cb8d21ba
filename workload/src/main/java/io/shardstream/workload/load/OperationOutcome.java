package io.shardstream.workload.load;

import java.util.Locale;

/// What became of an operation.
public enum OperationOutcome {
    /// Acknowledged: it has happened and must never be undone.
    OK,
    /// Refused, or never sent: it has not happened and never will.
    FAILED,
    /// No answer that says so: it may have happened, or may still.
    UNKNOWN;

    /// The name in the log, such as `ok`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
