package io.shardstream.reader.source;

import java.io.Serial;

/// The server fails at writing a document of the answer, and will do so every time. Elasticsearch takes
/// `/* c */{"a":1}` as a document, and then answers every search that would return it with status 500
/// and a `not_x_content_exception`.
final class UnreturnableSourceException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    UnreturnableSourceException(String message) {
        super(message);
    }
}
