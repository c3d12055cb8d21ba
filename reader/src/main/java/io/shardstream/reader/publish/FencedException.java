package io.shardstream.reader.publish;

import java.io.Serial;

/// Another reader has taken the shard over.
public final class FencedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    FencedException(Throwable cause) {
        super("another reader has taken the shard over", cause);
    }
}
