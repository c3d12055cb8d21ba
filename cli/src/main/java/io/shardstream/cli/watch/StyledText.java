package io.shardstream.cli.watch;

import io.shardstream.common.contract.bytes.Printable;

/// Text of one style, without anything that a terminal would carry out.
record StyledText(String text, Style style) {
    StyledText {
        text = Printable.of(text);
    }

    int columns() {
        return Columns.of(text);
    }
}
