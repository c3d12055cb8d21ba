package io.shardstream.control.compare.scan;

/// Takes the live documents of a shard, one after another and in any order.
@FunctionalInterface
public interface LiveDocuments {
    /// @param seqNo the document's `_seq_no` in the shard that is scanned
    /// @param version its `_version`
    void accept(long seqNo, long version);
}
