package io.shardstream.writer.lane;

/// What finally became of one record: nothing more is to be done for it.
public enum FinalOutcome {
    /// The target took it.
    APPLIED,
    /// The target already had something newer.
    SUPERSEDED,
    /// It lies in the rejects topic, acknowledged.
    REJECTED
}
