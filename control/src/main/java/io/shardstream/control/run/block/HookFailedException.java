package io.shardstream.control.run.block;

import java.io.Serial;

/// A hook has not succeeded. The message holds neither arguments of a command, nor an address, nor anything
/// that was answered or printed.
public final class HookFailedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    HookFailedException(String message) {
        super(message);
    }
}
