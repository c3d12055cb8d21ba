package io.shardstream.common.primary;

/// What must stay the same for two readings to be about one copy of one shard in one history.
///
/// The term alone does not tell a primary from its successor after a relocation, which keeps the term;
/// the allocation id does, and is never used for another copy.
///
/// @param term primary term
/// @param allocationId of the copy
/// @param indexUuid of the index
/// @param historyUuid of the shard's history; another one means that it was restored or forced
public record CopyIdentity(long term, String allocationId, String indexUuid, String historyUuid) {
    /// Whether sequence numbers mean the same in both, whichever copies they are.
    public boolean hasHistoryOf(CopyIdentity other) {
        return indexUuid.equals(other.indexUuid) && historyUuid.equals(other.historyUuid);
    }

    /// Whether no number can have been given out twice between the two, whichever copies they are.
    public boolean hasTermOf(CopyIdentity other) {
        return term == other.term && hasHistoryOf(other);
    }
}
