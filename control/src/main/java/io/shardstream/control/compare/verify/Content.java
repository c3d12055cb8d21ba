package io.shardstream.control.compare.verify;

/// Of which documents the bytes are compared, beside the numbers of all.
public enum Content {
    /// Of some from all over each shard, and of all in shards whose primary changed during the run.
    SAMPLE,
    /// Of all.
    ALL
}
