package io.shardstream.cli.exit;

/// How log lines are written.
public enum LogFormat {
    /// For people.
    text,
    /// For machines: one JSON object a line, with the keys of [io.shardstream.common.log.LogKey].
    json
}
