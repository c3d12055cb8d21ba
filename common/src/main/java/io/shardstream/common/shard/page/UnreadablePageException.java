package io.shardstream.common.shard.page;

import java.io.Serial;

/// A response whose documents cannot be told apart with certainty, because something in it is not
/// strict JSON.
public final class UnreadablePageException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    UnreadablePageException(String what, int position) {
        super(what + " at byte " + position + " of the response");
    }
}
