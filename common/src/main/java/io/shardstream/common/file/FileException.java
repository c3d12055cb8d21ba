package io.shardstream.common.file;

import java.io.IOException;
import java.io.Serial;

/// A file cannot be used: the message is a sentence that names it, and holds nothing of what is in it.
public final class FileException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    public FileException(String message) {
        super(message);
    }

    public FileException(String message, Throwable cause) {
        super(message, cause);
    }
}
