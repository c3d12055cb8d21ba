package io.shardstream.control.state.controller;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Another controller has taken over: this one must not touch anything any more.
public final class DeposedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public DeposedException(@Nullable Throwable cause) {
        super("another controller has taken over", cause);
    }
}
