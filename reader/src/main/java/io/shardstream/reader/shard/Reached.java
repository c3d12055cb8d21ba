package io.shardstream.reader.shard;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.primary.CopyIdentity;
import io.shardstream.common.record.AcceptedHistory;
import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.version.VersionWord;
import io.shardstream.reader.window.Tally;
import org.jspecify.annotations.Nullable;

/// How far a shard has been read, in which history.
///
/// @param lineage of the version words
/// @param historyUuid the history that was read, null before anything was
/// @param done highest number of the settled prefix, -1 before the first window
/// @param tally documents published for it
record Reached(int lineage, @Nullable String historyUuid, long done, Tally tally) {
    /// Between the uuid of a history that was left and the number up to which it was read.
    private static final String LEFT_AT = " up to ";

    /// What the checkpoint says for this run's plan. A `done` that went to another docs topic
    /// counts as -1.
    ///
    /// @throws BlockedException if it is about another index
    static Reached from(@Nullable Checkpoint checkpoint, RunPlan plan) {
        if (checkpoint == null) {
            return new Reached(VersionWord.FIRST_LINEAGE, null, -1, Tally.NOTHING);
        }
        if (!checkpoint.indexUuid().equals(plan.sourceUuid())) {
            throw new BlockedException("The checkpoints of this run are about another index than " + plan.sourceIndex()
                    + " (uuid " + checkpoint.indexUuid() + ", not " + plan.sourceUuid()
                    + "). Begin a new run under another name.");
        }
        if (!checkpoint.docsTopicId().equals(plan.docsTopicId())) {
            return new Reached(checkpoint.lineage(), checkpoint.historyUuid(), -1, Tally.NOTHING);
        }
        return new Reached(
                checkpoint.lineage(),
                checkpoint.historyUuid(),
                checkpoint.done(),
                new Tally(checkpoint.docs(), checkpoint.bytes()));
    }

    /// Whether it is known already that this history is to be read in this lineage.
    boolean isIn(CopyIdentity identity) {
        return identity.historyUuid().equals(historyUuid);
    }

    /// The same, once a copy of that identity has been found. An accepted history is read from its start, and
    /// in its lineage; the lineage never falls.
    ///
    /// @param accepted the last history that the operator accepted for the shard, if any
    /// @throws BlockedException if that copy is in another history than the one that was read or accepted
    Reached in(CopyIdentity identity, @Nullable AcceptedHistory accepted, RunPlan plan, int shard) {
        String found = identity.historyUuid();
        if (accepted != null && accepted.historyUuid().equals(found) && accepted.lineage() > lineage) {
            return new Reached(accepted.lineage(), found, -1, Tally.NOTHING);
        }
        String expected = historyUuid == null && accepted != null ? accepted.historyUuid() : historyUuid;
        if (expected != null && !expected.equals(found)) {
            throw new BlockedException("Shard " + shard + " of the source index " + plan.sourceIndex()
                    + " has another history than the one that was copied: it was restored, a stale or empty copy was"
                    + " made its primary, or an older state of its disk was put back. See what the target would lose with 'resume --new-history --dry-run', and let"
                    + " it become what the source is now with 'resume --new-history'; or begin a new run under another"
                    + " name.");
        }
        return new Reached(lineage, found, done, tally);
    }

    /// The same, once the shard has turned out to be in an older state than the one that was read, as after an
    /// older state of its disk was put back. The uuid of its history is then the same, and numbers are given out
    /// again: from here on the history that was read counts as another one.
    Reached left() {
        return isLeft() ? this : new Reached(lineage, historyUuid + LEFT_AT + done, done, tally);
    }

    /// Whether what was read is a history that no copy has any more.
    boolean isLeft() {
        return historyUuid != null && historyUuid.contains(LEFT_AT);
    }

    Reached upTo(long newDone, Tally more) {
        return new Reached(lineage, historyUuid, newDone, tally.plus(more));
    }

    Checkpoint checkpoint(RunPlan plan) {
        return new Checkpoint(
                plan.docsTopicId(),
                plan.sourceUuid(),
                historyUuid == null ? "" : historyUuid,
                lineage,
                done,
                tally.docs(),
                tally.bytes());
    }
}
