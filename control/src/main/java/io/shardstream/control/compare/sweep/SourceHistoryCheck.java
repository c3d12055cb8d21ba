package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.control.state.RunState;
import java.util.List;
import java.util.Optional;

/// Whether the source is still in the histories that readers have read.
public final class SourceHistoryCheck {
    private SourceHistoryCheck() {}

    /// Why what was read of the source is not of the histories and lineages that the baseline knows; empty if
    /// it is.
    ///
    /// A disk that was put back keeps the history's id and the term, and gives numbers out again. So a shard
    /// that has less than was read, or of which readers have noticed that, is in another history.
    ///
    /// @param state from before the source was asked
    /// @param highest by source shard, the highest number that it says it has
    public static Optional<String> problem(Baseline baseline, RunState state, List<Long> highest) {
        for (SourceNumbers shard : baseline.source()) {
            int number = shard.shard();
            Checkpoint read = state.checkpoints().get(number);
            int lineage = read == null ? VersionWord.FIRST_LINEAGE : read.lineage();
            if (lineage != shard.lineage() || state.awaitsNewHistory(number)) {
                return Optional.of("the lineage of a source shard has changed");
            }
            if (read != null && !isIn(read, shard.identity(), highest.get(number))) {
                return Optional.of("shard " + number + " of the source is in an older state than was read");
            }
        }
        return Optional.empty();
    }

    private static boolean isIn(Checkpoint read, CopyIdentity identity, long highest) {
        return read.historyUuid().isEmpty()
                || (highest >= read.done() && read.historyUuid().equals(identity.historyUuid()));
    }
}
