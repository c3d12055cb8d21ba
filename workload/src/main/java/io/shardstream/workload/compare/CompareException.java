package io.shardstream.workload.compare;

import java.io.Serial;

/// An index cannot be judged: a server does not answer as it should, the index changes meanwhile, or what it is to be
/// judged by cannot be read. The message is a sentence.
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
