package io.shardstream.workload.compare;

/// A state of a document that the run put aside: the target, or the way to it, refuses it.
///
/// @param version the version word of that state
public record RejectedState(DocumentId document, long version) {}
