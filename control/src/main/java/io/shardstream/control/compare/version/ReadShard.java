package io.shardstream.control.compare.version;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.control.state.RunState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a run has read of one source shard, and which other history it was told to read since.
///
/// @param checkpoint null before the first one
/// @param accepted the history that was accepted last
record ReadShard(@Nullable Checkpoint checkpoint, Optional<AcceptedHistory> accepted) {
    private static final int NO_LINEAGE = 0;

    static ReadShard of(int shard, RunState state, Optional<AcceptedHistory> accepted) {
        return new ReadShard(state.checkpoints().get(shard), accepted);
    }

    /// Whether nothing was read, and nothing is to be read in another history.
    boolean isUntouched() {
        return checkpoint == null && accepted.isEmpty();
    }

    /// Of the version words of what was read.
    int lineage() {
        return checkpoint == null ? NO_LINEAGE : checkpoint.lineage();
    }

    /// The lineage of the version words by which any of it was read, or is to be read.
    int highestLineage() {
        return Math.max(lineage(), accepted.map(AcceptedHistory::lineage).orElse(NO_LINEAGE));
    }

    /// The history that was read. Where the checkpoint is lost, the one that was accepted last stands for it,
    /// as it does for readers.
    String historyUuid() {
        return checkpoint == null ? accepted.map(AcceptedHistory::historyUuid).orElse("") : checkpoint.historyUuid();
    }

    /// How many numbers that history had at least, as the last of them; -1 for none.
    long readUpTo() {
        return checkpoint == null ? -1 : checkpoint.readUpTo();
    }

    /// Whether somebody has said since that the target may become what this history is.
    boolean isAccepted(String history) {
        return accepted.filter(last -> last.historyUuid().equals(history))
                .filter(last -> last.lineage() > lineage())
                .isPresent();
    }
}
