package io.shardstream.common.shard;

/// What a copy said about itself at one moment.
///
/// @param identity which copy, in which term and history; read after the other numbers
/// @param globalCheckpoint everything up to it is on all in-sync copies and is never rolled back
/// @param maxSeqNo highest number given out so far
/// @param refreshes completed refreshes of the searcher that requests use, `refresh.external_total`, counted
///     after the checkpoint was read
/// @param mappingVersion `mapping_version` of the index, as the node's own state of the cluster had it, read
///     last; [#NO_VERSION] if the node does not say
public record CopyNumbers(
        CopyIdentity identity, long globalCheckpoint, long maxSeqNo, long refreshes, long mappingVersion) {
    /// Newer than any version that is known to have been carried.
    public static final long NO_VERSION = Long.MAX_VALUE;

    /// Numbers of an index whose mapping has not changed since it was made.
    public CopyNumbers(CopyIdentity identity, long globalCheckpoint, long maxSeqNo, long refreshes) {
        this(identity, globalCheckpoint, maxSeqNo, refreshes, 0);
    }

    /// Whether this is all that the shard has taken, on all its copies: nothing was written to it since it
    /// was as far, in the same term and history.
    public boolean areAllUpTo(CopyIdentity since, long number) {
        return identity.hasTermOf(since) && globalCheckpoint == number && maxSeqNo == number;
    }

    /// Whether nothing was written to the shard since, in the same term and history.
    public boolean isUnwrittenIn(CopyNumbers later) {
        return maxSeqNo == later.maxSeqNo && identity.hasTermOf(later.identity);
    }
}
