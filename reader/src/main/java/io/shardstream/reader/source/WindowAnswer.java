package io.shardstream.reader.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.shard.page.Hit;
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

        /// Bytes of the largest document with a source, 0 if there is none.
        public long largestBytes() {
            long largest = 0;
            for (Hit hit : hits) {
                Bytes source = hit.source();
                largest = Math.max(largest, source == null ? 0 : source.length());
            }
            return largest;
        }
    }

    /// Some of the documents of a window of one number that is read alone: enough to be held at once.
    ///
    /// @param read what these are
    /// @param left names of the others, at least one
    record Part(Whole read, List<Hit> left) implements WindowAnswer {
        public Part {
            left = List.copyOf(left);
        }
    }

    /// The response was longer than allowed: read fewer numbers at once.
    record TooLarge() implements WindowAnswer {}

    /// The search found more documents than it might bring: read fewer numbers at once.
    ///
    /// @param found how many it found
    record TooMany(long found) implements WindowAnswer {}

    /// A document in it breaks the page around it, or keeps the server from writing the page at all: read
    /// on both sides of it.
    record Unreadable() implements WindowAnswer {}
}
