package io.shardstream.control.state.lanes;

import java.io.Serial;

/// Readers or writers did not come far enough in the time that they were given. Waiting longer may help.
public final class NotDrainedException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public NotDrainedException(String message) {
        super(message);
    }
}
