package io.shardstream.common.contract.record;

import java.io.Serial;

/// A record in one of the run's topics that this version does not know how to read.
public sealed class UnknownRecordException extends RuntimeException permits NewerFormatException {
    @Serial
    private static final long serialVersionUID = 1L;

    public UnknownRecordException(String message) {
        super(message);
    }
}
