package io.shardstream.control.index.cluster;

import java.io.Serial;
import java.util.List;

/// A cut-over must not go on: what it has changed is to be taken back. The message says why.
public final class GivenUpException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    public GivenUpException(String message) {
        super(message);
    }

    /// That of an index to which other runs have begun to block writes.
    public static GivenUpException ofBlock(List<String> runs, String index) {
        return new GivenUpException("run " + FoundIndex.quoted(runs) + " has begun to block writes to '" + index
                + "'. Roll that run back, or abort it, first.");
    }
}
