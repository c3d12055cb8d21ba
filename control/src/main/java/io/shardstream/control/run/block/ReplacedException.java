package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Request;
import java.io.Serial;

/// Another request has taken the place of the one that is being carried out, which is to be left as it is.
public final class ReplacedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    ReplacedException(Request by) {
        super("'" + by.kind().label() + "' was asked for and has taken its place");
    }
}
