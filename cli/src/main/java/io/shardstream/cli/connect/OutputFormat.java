package io.shardstream.cli.connect;

/// How a command prints what it found out.
public enum OutputFormat {
    /// For people.
    table,
    /// For machines: one JSON object, or one a line with the summary last where each document is listed.
    json
}
