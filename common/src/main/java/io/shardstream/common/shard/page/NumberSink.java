package io.shardstream.common.shard.page;

/// Takes the numbers of one document.
@FunctionalInterface
public interface NumberSink {
    /// @param seqNo its `_seq_no`
    /// @param version its `_version`
    void accept(long seqNo, long version);
}
