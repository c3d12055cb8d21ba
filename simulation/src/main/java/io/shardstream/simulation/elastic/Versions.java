package io.shardstream.simulation.elastic;

/// By what the target tells an older state of a document from a newer one.
public enum Versions {
    /// The version word, as an external version.
    WORD,
    /// The place of the record in its lane.
    OFFSET,
    /// Nothing: whatever comes last stays.
    NONE
}
