package io.shardstream.control.cutover;

/// What clients find when the run has given up its write block of the source.
enum Freed {
    /// The run has not blocked it.
    UNTOUCHED,
    /// It takes writes.
    OPEN,
    /// It has a write block that is not the run's own, as far as can be told.
    FOREIGN,
    /// It was deleted.
    GONE
}
