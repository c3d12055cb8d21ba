package io.shardstream.reader.source;

import io.shardstream.common.shard.page.Page;

/// Documents of a snapshot that follow each other in the order in which the copy stores them.
///
/// @param slice which slice of the snapshot, from 0
/// @param slices into how many it is divided
/// @param behind the position of the document before them, [Page#NO_POSITION] at the start
/// @param size how many at most
/// @param above only documents whose number is above this
/// @param upTo and at most this
public record Stretch(int slice, int slices, long behind, int size, long above, long upTo) {
    public Stretch {
        if (slice < 0 || slice >= slices || size < 1) {
            throw new IllegalArgumentException("a stretch lies in one of the slices and holds a document, got " + slice
                    + " of " + slices + ", " + size);
        }
    }

    /// The first document of it.
    public Stretch one() {
        return new Stretch(slice, slices, behind, 1, above, upTo);
    }

    public boolean isFirst() {
        return behind == Page.NO_POSITION;
    }
}
