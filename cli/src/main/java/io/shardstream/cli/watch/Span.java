package io.shardstream.cli.watch;

import io.shardstream.common.line.Printable;

/// Text of one style, without anything that a terminal would carry out.
record Span(String text, Style style) {
    Span {
        text = Printable.of(text);
    }

    int columns() {
        return Columns.of(text);
    }
}
