package io.shardstream.reader.window;

import java.util.List;

/// A range of sequence numbers of one source shard, read by one search request.
///
/// @param above the highest number below the window, at least -1
/// @param upTo the highest number in the window
public record Window(long above, long upTo) {
    public Window {
        if (above < -1 || upTo <= above) {
            throw new IllegalArgumentException("a window holds at least one number, got (" + above + ", " + upTo + "]");
        }
    }

    /// How many numbers it holds; as many documents at most, twice as many in a shrunk index.
    public long span() {
        return upTo - above;
    }

    public boolean isSingle() {
        return span() == 1;
    }

    public boolean contains(long seqNo) {
        return seqNo > above && seqNo <= upTo;
    }

    /// The two windows that together are this one.
    ///
    /// @throws IllegalStateException if it holds a single number
    public List<Window> halves() {
        if (isSingle()) {
            throw new IllegalStateException(this + " cannot be halved");
        }
        long middle = above + span() / 2;
        return List.of(new Window(above, middle), new Window(middle, upTo));
    }

    @Override
    public String toString() {
        return "(" + above + ", " + upTo + "]";
    }
}
