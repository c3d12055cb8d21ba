package io.shardstream.common.loop;

import java.io.Serial;

/// Going on would be wrong until a person has looked: the message says what is the matter and what to do.
public final class BlockedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public BlockedException(String message) {
        super(message);
    }
}
