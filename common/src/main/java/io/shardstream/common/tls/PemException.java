package io.shardstream.common.tls;

import java.io.IOException;
import java.io.Serial;

/// A PEM file cannot be used: the message is a sentence that names it, and holds nothing of a key.
public final class PemException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    PemException(String message) {
        super(message);
    }

    PemException(String message, Throwable cause) {
        super(message, cause);
    }
}
