package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;

/// A source shard that is in another history than the one that was copied.
///
/// @param shard its number
/// @param copied the history that was copied
/// @param found the history that its primary is in
/// @param lineage of the version words if it is accepted
/// @param checkpoint global checkpoint of its primary: what it has acknowledged and not settled is above that
public record ChangedHistory(int shard, String copied, String found, int lineage, long checkpoint) {
    /// Whether an older state of the shard's disk was put back: the uuid of its history is the same.
    public boolean isPutBack() {
        return copied.equals(found) || copied.startsWith(found + Checkpoint.LEFT_AT);
    }

    /// What the operator accepts.
    AcceptedHistory accepted() {
        return new AcceptedHistory(shard, found, lineage, checkpoint);
    }
}
