package io.shardstream.control.state.finding;

import java.io.Serial;

/// A run cannot begin, or not go on, as it was asked for: the message says why and what to do.
public final class RunRefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public RunRefusedException(String message) {
        super(message);
    }

    public RunRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
