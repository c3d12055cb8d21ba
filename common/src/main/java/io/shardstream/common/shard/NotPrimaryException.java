package io.shardstream.common.shard;

import java.io.Serial;

/// The primary of a shard cannot be asked now: it is nowhere, or elsewhere. That passes by itself.
public class NotPrimaryException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public NotPrimaryException(String message) {
        super(message);
    }
}
