package io.shardstream.bench.worker;

/// What a worker does with a run: all of it, one half, or the comparison afterwards.
public enum WorkerTask {
    /// Reads and writes at the same time, until everything is written.
    copy,
    /// Publishes everything to Kafka.
    read,
    /// Writes what is in Kafka.
    write,
    /// Compares the version words of everything that was copied, and the bytes of a sample.
    verify,
    /// Compares the bytes of everything, too.
    verify_all
}
