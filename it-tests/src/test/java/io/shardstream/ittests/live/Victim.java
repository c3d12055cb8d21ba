package io.shardstream.ittests.live;

/// What is killed.
enum Victim {
    READER,
    WRITER,
    CONTROLLER,
    BROKER,
    /// Any node.
    DATA_NODE,
    /// The node that holds the primary of a source shard.
    PRIMARY
}
