package io.shardstream.cli.watch;

/// How much a terminal shows.
///
/// @param columns characters of a line, at least 1
/// @param rows lines, at least 1
record Size(int columns, int rows) {
    /// What a terminal has that does not say how large it is.
    static final Size USUAL = new Size(80, 24);

    Size {
        if (columns < 1 || rows < 1) {
            throw new IllegalArgumentException(
                    "a terminal has at least one column and one row, got " + columns + " and " + rows);
        }
    }
}
