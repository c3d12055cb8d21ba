package io.shardstream.control.count;

import java.util.ArrayList;
import java.util.List;

/// Numbers that follow one another.
///
/// @param from the lowest, or [#UNBOUNDED_BELOW]
/// @param to the first above them, or [#UNBOUNDED_ABOVE]
public record Span(long from, long to) {
    public static final long UNBOUNDED_BELOW = Long.MIN_VALUE;
    public static final long UNBOUNDED_ABOVE = Long.MAX_VALUE;

    public Span {
        if (from >= to) {
            throw new IllegalArgumentException("a span must hold a number, got " + from + " to " + to);
        }
    }

    /// The same, so many numbers further.
    public Span shiftedBy(long distance) {
        return new Span(from + distance, to + distance);
    }

    public boolean contains(long number) {
        return number >= from && number < to;
    }

    boolean isBoundedBelow() {
        return from != UNBOUNDED_BELOW;
    }

    boolean isBoundedAbove() {
        return to != UNBOUNDED_ABOVE;
    }

    /// Some of them at a time.
    public static List<List<Span>> portions(List<Span> spans, int most) {
        List<List<Span>> portions = new ArrayList<>();
        for (int from = 0; from < spans.size(); from += most) {
            portions.add(spans.subList(from, Math.min(spans.size(), from + most)));
        }
        return portions;
    }

    /// Everything that lies in none of some spans.
    ///
    /// @param spans from the lowest, apart from each other
    public static List<Span> outside(List<Span> spans) {
        List<Span> rest = new ArrayList<>();
        long from = UNBOUNDED_BELOW;
        for (Span span : spans) {
            if (from < span.from()) {
                rest.add(new Span(from, span.from()));
            }
            from = span.to();
        }
        rest.add(new Span(from, UNBOUNDED_ABOVE));
        return rest;
    }
}
