package io.shardstream.common.runfile;

/// Whether that which a reference of a run file stands for is looked up.
enum Lookup {
    /// Nobody will ask for it.
    NEVER,
    /// Where it is not there, or cannot be used, it stays unknown.
    IF_THERE,
    /// The run file is refused without it.
    ALWAYS
}
