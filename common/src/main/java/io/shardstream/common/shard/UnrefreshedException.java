package io.shardstream.common.shard;

import java.io.Serial;

/// A copy that refreshes only by itself has not done so for long: it may be months until it does.
public final class UnrefreshedException extends NotPrimaryException {
    @Serial
    private static final long serialVersionUID = 1L;

    public UnrefreshedException(String message) {
        super(message);
    }
}
