package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.record.Witness;
import io.shardstream.common.contract.record.Witnesses;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.reader.window.DocumentTally;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a shard has been read, in which history.
///
/// @param lineage of the version words
/// @param historyUuid the history that was read, null before anything was
/// @param done highest number of the settled prefix, -1 before the first window
/// @param tally documents published for it
/// @param witnesses of the history that was read
record ReadPosition(int lineage, @Nullable String historyUuid, long done, DocumentTally tally, Witnesses witnesses) {
    /// What the checkpoint says for this run's plan. A `done` that went to another docs topic
    /// counts as -1.
    ///
    /// @throws BlockedException if it is about another index
    static ReadPosition from(@Nullable Checkpoint checkpoint, RunPlan plan) {
        if (checkpoint == null) {
            return new ReadPosition(VersionWord.FIRST_LINEAGE, null, -1, DocumentTally.NOTHING, Witnesses.NONE);
        }
        if (!checkpoint.indexUuid().equals(plan.sourceUuid())) {
            throw new BlockedException("The checkpoints of this run are about another index than " + plan.sourceIndex()
                    + " (uuid " + checkpoint.indexUuid() + ", not " + plan.sourceUuid()
                    + "). Begin a new run under another name.");
        }
        if (!checkpoint.docsTopicId().equals(plan.docsTopicId())) {
            return new ReadPosition(
                    checkpoint.lineage(), checkpoint.historyUuid(), -1, DocumentTally.NOTHING, checkpoint.witnesses());
        }
        return new ReadPosition(
                checkpoint.lineage(),
                checkpoint.historyUuid(),
                checkpoint.done(),
                new DocumentTally(checkpoint.docs(), checkpoint.bytes()),
                checkpoint.witnesses());
    }

    /// Whether it is known already that this history is to be read in this lineage.
    boolean isIn(CopyIdentity identity) {
        return identity.historyUuid().equals(historyUuid);
    }

    /// Whether a copy of that identity is in the history that was read or accepted.
    ///
    /// @param accepted the last history that the operator accepted for the shard, if any
    boolean mayBeIn(CopyIdentity identity, @Nullable AcceptedHistory accepted) {
        String expected = historyUuid == null && accepted != null ? accepted.historyUuid() : historyUuid;
        return isBegunBy(identity, accepted) || expected == null || expected.equals(identity.historyUuid());
    }

    private boolean isBegunBy(CopyIdentity identity, @Nullable AcceptedHistory accepted) {
        return accepted != null
                && accepted.historyUuid().equals(identity.historyUuid())
                && accepted.lineage() > lineage;
    }

    /// The same, once a copy of that identity has been found, which [#mayBeIn] is asked first. An accepted
    /// history is read from its start, and in its lineage; the lineage never falls.
    ReadPosition in(CopyIdentity identity, @Nullable AcceptedHistory accepted) {
        return accepted != null && isBegunBy(identity, accepted)
                ? new ReadPosition(
                        accepted.lineage(), identity.historyUuid(), -1, DocumentTally.NOTHING, Witnesses.NONE)
                : new ReadPosition(lineage, identity.historyUuid(), done, tally, witnesses);
    }

    /// What is thrown where a copy is in another history.
    static BlockedException change(RunPlan plan, int shard) {
        return new BlockedException("Shard " + shard + " of the source index " + plan.sourceIndex()
                + " has another history than the one that was copied: it was restored, a stale or empty copy was"
                + " made its primary, or an older state of its disk was put back. See what the target would lose with 'resume --new-history --dry-run', and let"
                + " it become what the source is now with 'resume --new-history'; or begin a new run under another"
                + " name.");
    }

    /// The same, once the shard has turned out to be in an older state than the one that was read, as after
    /// an older state of its disk was put back. The uuid of its history is then the same, and numbers are
    /// given out again: from here on the history that was read counts as another one.
    ///
    /// @param upTo the last number that it is known to have had
    ReadPosition left(long upTo) {
        return isLeft()
                ? this
                : new ReadPosition(lineage, historyUuid + Checkpoint.LEFT_AT + upTo, done, tally, witnesses);
    }

    /// Whether what was read is a history that no copy has any more.
    boolean isLeft() {
        return historyUuid != null && historyUuid.contains(Checkpoint.LEFT_AT);
    }

    /// @param read witnesses at or below that, which were settled with it
    ReadPosition upTo(long newDone, DocumentTally more, List<Witness> read) {
        return new ReadPosition(lineage, historyUuid, newDone, tally.plus(more), witnesses.with(read));
    }

    /// @param upTo how far the history is known to have come
    Checkpoint checkpoint(RunPlan plan, long upTo) {
        return new Checkpoint(
                plan.docsTopicId(),
                plan.sourceUuid(),
                historyUuid == null ? "" : historyUuid,
                lineage,
                done,
                tally.docs(),
                tally.bytes(),
                Math.max(upTo, done),
                witnesses);
    }
}
