package io.shardstream.reader.window;

import java.util.ArrayList;
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

    /// How many numbers it holds; as many documents at most, and several for each in a shrunk index.
    public long span() {
        return upTo - above;
    }

    public boolean isSingle() {
        return span() == 1;
    }

    public boolean contains(long seqNo) {
        return seqNo > above && seqNo <= upTo;
    }

    /// The windows that together are this one, all about as wide.
    ///
    /// @param parts how many, at least 2
    /// @throws IllegalStateException if it holds fewer numbers
    public List<Window> parts(int parts) {
        if (parts < 2 || parts > span()) {
            throw new IllegalStateException(this + " cannot be divided into " + parts);
        }
        List<Window> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            all.add(new Window(above + span() * part / parts, above + span() * (part + 1) / parts));
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return "(" + above + ", " + upTo + "]";
    }
}
