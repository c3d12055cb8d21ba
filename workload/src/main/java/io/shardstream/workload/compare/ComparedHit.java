package io.shardstream.workload.compare;

/// What a search says of a document, without its body.
///
/// @param version its `_version`
/// @param seqNo its `_seq_no` in the shard that was asked
public record ComparedHit(DocumentId id, long version, long seqNo) {}
