package io.shardstream.control.compare.scan;

import java.util.ArrayList;
import java.util.List;

/// Numbers that follow one another.
///
/// @param from the lowest, or [#UNBOUNDED_BELOW]
/// @param to the first above them, or [#UNBOUNDED_ABOVE]
public record NumberSpan(long from, long to) {
    public static final long UNBOUNDED_BELOW = Long.MIN_VALUE;
    public static final long UNBOUNDED_ABOVE = Long.MAX_VALUE;

    public NumberSpan {
        if (from >= to) {
            throw new IllegalArgumentException("a span must hold a number, got " + from + " to " + to);
        }
    }

    /// The same, so many numbers further.
    public NumberSpan shiftedBy(long distance) {
        return new NumberSpan(from + distance, to + distance);
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
    public static List<List<NumberSpan>> portions(List<NumberSpan> spans, int most) {
        List<List<NumberSpan>> portions = new ArrayList<>();
        for (int from = 0; from < spans.size(); from += most) {
            portions.add(spans.subList(from, Math.min(spans.size(), from + most)));
        }
        return portions;
    }

    /// Everything that lies in none of some spans.
    ///
    /// @param spans from the lowest, apart from each other
    public static List<NumberSpan> outside(List<NumberSpan> spans) {
        List<NumberSpan> rest = new ArrayList<>();
        long from = UNBOUNDED_BELOW;
        for (NumberSpan span : spans) {
            if (from < span.from()) {
                rest.add(new NumberSpan(from, span.from()));
            }
            from = span.to();
        }
        rest.add(new NumberSpan(from, UNBOUNDED_ABOVE));
        return rest;
    }
}
