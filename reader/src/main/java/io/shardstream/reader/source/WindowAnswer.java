package io.shardstream.reader.source;

import io.shardstream.common.page.Hit;
import io.shardstream.reader.page.Unread;
import java.util.List;

/// What reading a window came to.
public sealed interface WindowAnswer {
    /// Everything that the window holds.
    ///
    /// @param hits documents with their sources
    /// @param unread documents whose sources cannot be read, not even alone
    /// @param responseBytes length of the response
    /// @param heldBytes memory that the hits hold on to, at least that length
    record Whole(List<Hit> hits, List<Unread> unread, long responseBytes, long heldBytes) implements WindowAnswer {
        public Whole {
            hits = List.copyOf(hits);
            unread = List.copyOf(unread);
        }
    }

    /// The response was longer than allowed: read fewer numbers at once.
    record TooLarge() implements WindowAnswer {}

    /// The response held fewer documents than the search found: read fewer numbers at once.
    record TooMany() implements WindowAnswer {}

    /// A document in it breaks the page around it, or keeps the server from writing the page at all: read
    /// on both sides of it.
    record Unreadable() implements WindowAnswer {}
}
