package io.shardstream.bench.worker;

/// What a worker does with a run: all of it, or one half.
public enum Work {
    /// Reads and writes at the same time, until everything is written.
    copy,
    /// Publishes everything to Kafka.
    read,
    /// Writes what is in Kafka.
    write
}
