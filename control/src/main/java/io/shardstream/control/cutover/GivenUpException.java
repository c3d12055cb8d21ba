package io.shardstream.control.cutover;

import java.io.Serial;

/// A cut-over must not go on: what it has changed is to be taken back. The message says why.
final class GivenUpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    GivenUpException(String message) {
        super(message);
    }
}
