package io.shardstream.cli.option;

/// How a command prints what it found out.
public enum OutputFormat {
    /// For people.
    table,
    /// One JSON object.
    json
}
