package io.shardstream.cli.compare;

import java.io.Serial;

/// Two indices cannot be compared: a server does not answer as it should, or an index changes meanwhile.
public final class CompareException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public CompareException(String message) {
        super(message);
    }

    public CompareException(String message, Throwable cause) {
        super(message, cause);
    }
}
