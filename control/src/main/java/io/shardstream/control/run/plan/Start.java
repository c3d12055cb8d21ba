package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.index.target.TargetMark;
import io.shardstream.control.state.finding.RunRefusedException;

/// Where the reading of one source shard begins in a run that adopts its target.
///
/// @param historyUuid the history of the shard
/// @param lineage of the words that the run writes
/// @param done the highest number that readers need not read: what is missing up to there is published by the
/// comparison
record Start(String historyUuid, int lineage, long done) {
    /// Of how many documents that the target should have one must be there, so that the others are looked for
    /// one by one. Where more are missing, the shard is read from its start, as it is quicker.
    private static final int ONE_OF = 2;

    /// What a source shard says now.
    ///
    /// @param checkpoint its global checkpoint
    /// @param live documents up to the highest number that the target knows of it
    private record Now(String historyUuid, long checkpoint, long live) {}

    /// Asks the source. Nothing is changed.
    ///
    /// @param index the source's name
    /// @param found in the target before this call
    /// @throws RunRefusedException if the target's words do not stand for states of this shard
    static Start of(
            int shard, ScannedShard source, String index, TargetMark mark, FoundWords.OfShard found, Asking asking)
            throws ElasticException, NotPrimaryException, InterruptedException {
        Now now = asking.seen(
                source,
                (copy, visible) -> new Now(
                        visible.identity().historyUuid(),
                        visible.checkpoint(),
                        found.highest() < 0 ? 0 : copy.countLive(-1, found.highest())));
        String what = "Shard " + shard + " of source index '" + index + "'";
        String known = shard < mark.histories().size() ? mark.histories().get(shard) : "";
        if (known.isEmpty() || !known.equals(now.historyUuid())) {
            throw refused(what + " has another history than when the target was made: it was restored, or a stale or"
                    + " empty copy was made its primary, so that equal versions may stand for different documents.");
        }
        if (found.highest() > now.checkpoint()) {
            throw refused(what + " has come to sequence number " + now.checkpoint() + ", and the target holds versions"
                    + " of it up to " + found.highest() + ": the source was set back to an older state, or somebody"
                    + " else has written to the target.");
        }
        boolean isMostlyThere = found.count() * ONE_OF >= now.live();
        return new Start(now.historyUuid(), found.lineage(), isMostlyThere ? found.highest() : -1);
    }

    private static RunRefusedException refused(String why) {
        return new RunRefusedException(
                "The target cannot be adopted. " + why + " Name another target index. Nothing was changed.");
    }

    /// The checkpoint by which readers begin there.
    Checkpoint checkpoint(String docsTopicId, String sourceUuid) {
        return new Checkpoint(docsTopicId, sourceUuid, historyUuid, lineage, done, 0, 0);
    }
}
