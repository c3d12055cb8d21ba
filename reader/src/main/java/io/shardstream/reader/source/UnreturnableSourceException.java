package io.shardstream.reader.source;

import java.io.Serial;

/// The server fails at writing a document of the answer, and will do so every time: see `UnreturnableDocument`.
final class UnreturnableSourceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    UnreturnableSourceException(String message) {
        super(message);
    }
}
