package io.shardstream.common.primary;

/// What a copy said about itself at one moment.
///
/// @param identity which copy, in which term and history; read after the other numbers
/// @param globalCheckpoint everything up to it is on all in-sync copies and is never rolled back
/// @param maxSeqNo highest number given out so far
/// @param refreshes completed refreshes of the searcher that requests use, `refresh.external_total`, counted after
///     the checkpoint was read
public record Numbers(CopyIdentity identity, long globalCheckpoint, long maxSeqNo, long refreshes) {
    /// Whether nothing was written to the shard since, in the same term and history.
    public boolean isUnwrittenIn(Numbers later) {
        return maxSeqNo == later.maxSeqNo && identity.hasTermOf(later.identity);
    }
}
