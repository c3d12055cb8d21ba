package io.shardstream.common.shard;

/// What must stay the same for two readings to be about one copy of one shard in one history.
///
/// The term alone does not tell a primary from its successor after a relocation, which keeps the term; the
/// allocation id does, and is never used for another copy.
///
/// @param term primary term
/// @param allocationId of the copy
/// @param indexUuid of the index
/// @param historyUuid of the shard's history; another one means that it was restored or forced
/// @param process of the node that holds it, its `ephemeral_id`, which each start of a node makes anew; empty
///     if that is not known
public record CopyIdentity(long term, String allocationId, String indexUuid, String historyUuid, String process) {
    /// One of which it is not known in which process its node runs.
    public CopyIdentity(long term, String allocationId, String indexUuid, String historyUuid) {
        this(term, allocationId, indexUuid, historyUuid, "");
    }

    /// Whether sequence numbers mean the same in both, whichever copies they are.
    public boolean hasHistoryOf(CopyIdentity other) {
        return indexUuid.equals(other.indexUuid) && historyUuid.equals(other.historyUuid);
    }

    /// Whether no number can have been given out twice between the two, whichever copies they are. Of two
    /// copies it is not known whether an older state of their disks was put back.
    public boolean hasTermOf(CopyIdentity other) {
        return term == other.term && hasHistoryOf(other) && !isPutBack(other);
    }

    /// Whether an older state of the disk was put back between the two, and the state of the cluster with it:
    /// one copy in one term, and in two processes. Elasticsearch and OpenSearch raise the term whenever they
    /// start a primary from its disk (`IndexMetadataUpdater.shardInitialized`). A fact only if each was read
    /// from one state of the cluster.
    public boolean isPutBack(CopyIdentity other) {
        return isSameCopy(other) && !process.isEmpty() && !other.process.isEmpty() && !process.equals(other.process);
    }

    /// Whether both are one copy in one term, whatever process it runs in.
    public boolean isSameCopy(CopyIdentity other) {
        return term == other.term && allocationId.equals(other.allocationId) && indexUuid.equals(other.indexUuid);
    }
}
