package io.shardstream.cli.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A line of a screen.
record Line(List<StyledText> spans) {
    static final Line EMPTY = new Line(List.of());

    Line {
        spans = List.copyOf(spans);
    }

    static Line of(String text, Style style) {
        return EMPTY.and(text, style);
    }

    Line and(String text, Style style) {
        return text.isEmpty() ? this : and(new Line(List.of(new StyledText(text, style))));
    }

    Line and(Line other) {
        return new Line(Stream.concat(spans.stream(), other.spans.stream()).toList());
    }

    int columns() {
        return spans.stream().mapToInt(StyledText::columns).sum();
    }

    /// Without its styles.
    String text() {
        return spans.stream().map(StyledText::text).collect(Collectors.joining());
    }

    /// Itself, or as much of it as fits with a mark at its end.
    Line cutTo(int columns) {
        if (columns() <= columns) {
            return this;
        }
        List<StyledText> kept = new ArrayList<>();
        int room = columns;
        for (StyledText span : spans) {
            if (span.columns() >= room) {
                // Something follows, or it does not fit: the mark needs a column in either case.
                kept.add(new StyledText(Columns.marked(span.text(), room), span.style()));
                break;
            }
            kept.add(span);
            room -= span.columns();
        }
        return new Line(kept);
    }

    /// With the other at the right end of so many columns, if both fit.
    Line withAtRight(Line right, int columns) {
        int between = columns - columns() - right.columns();
        return between < 2 || right.columns() == 0
                ? this
                : and(" ".repeat(between), Style.PLAIN).and(right);
    }
}
