package io.shardstream.common.loop;

import java.io.Serial;

/// The run has ended, so its loops do: the message says in which way and why.
public final class RunEndedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean completed;

    /// @param completed whether it ended as it should; false if it was given up or failed
    public RunEndedException(String message, boolean completed) {
        super(message);
        this.completed = completed;
    }

    public boolean isCompleted() {
        return completed;
    }
}
