package io.shardstream.reader.source;

import io.shardstream.reader.page.Hit;
import java.util.List;

/// What reading a window came to.
public sealed interface WindowAnswer {
    /// Everything that the window holds.
    ///
    /// @param hits documents with their sources
    /// @param oversize documents whose sources are too large to be read
    /// @param responseBytes length of the response
    /// @param heldBytes memory that the hits hold on to, at least that length
    record Whole(List<Hit> hits, List<Hit> oversize, long responseBytes, long heldBytes) implements WindowAnswer {
        public Whole {
            hits = List.copyOf(hits);
            oversize = List.copyOf(oversize);
        }
    }

    /// The response was longer than allowed: read fewer numbers at once.
    record TooLarge() implements WindowAnswer {}

    /// The response held fewer documents than the search found: read fewer numbers at once.
    record TooMany() implements WindowAnswer {}

    /// A document in it breaks the page around it: read on both sides of it.
    record Unreadable() implements WindowAnswer {}
}
