package io.shardstream.common.contract.record;

import java.io.Serial;

/// A record that a newer version of the software has written, in a format that this one does not know.
/// Whoever meets it stops: what it says must neither be guessed nor skipped.
public final class NewerFormatException extends UnknownRecordException {
    @Serial
    private static final long serialVersionUID = 1L;

    /// @param message what was found where, and which version to start
    public NewerFormatException(String message) {
        super(message);
    }
}
