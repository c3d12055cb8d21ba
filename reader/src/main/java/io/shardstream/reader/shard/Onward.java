package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import org.jspecify.annotations.Nullable;

/// Notices that a shard has gone back in its own history, as when an older state of its disk is put back: the
/// uuid of its history stays the same, and it gives out numbers again that were read. In one history of a
/// primary that the cluster has elected none of these can happen:
///
/// * Its highest number is below one that was on all copies.
/// * Its term falls.
/// * A copy is in another process of its node than before, in the same term
///   ([CopyIdentity#isPutBack(CopyIdentity)]).
/// * A copy has refreshed fewer times than before. It counts from 0 after each start, but then it has another
///   term or another allocation id. (Elasticsearch and OpenSearch raise the term whenever they start a primary
///   from its disk: `IndexMetadataUpdater.shardInitialized`.) This tells where a node does not say in which
///   process it runs.
final class Onward {
    private @Nullable CopyNumbers last;
    /// What the shard was left with, which Kafka may not know yet.
    private @Nullable ReadPosition left;

    /// A copy that was seen to have gone back, which it may hide by the time that it is looked at again.
    private @Nullable CopyIdentity suspect;

    /// The lineage that all this is about.
    private int lineage;

    /// The highest number that the history had on all copies, as far as that is known: what was read of it,
    /// wherever that was published, and each global checkpoint. Up to that it may have been published, settled
    /// or not.
    private long had = -1;

    /// Whether a history that was read up to `done` may have gone on to these numbers. They count as the last
    /// ones if so. A copy for which they did not does not lead on later.
    boolean leadsTo(CopyNumbers now, long done) {
        CopyNumbers before = last;
        boolean leads = !now.identity().equals(suspect)
                && now.maxSeqNo() >= Math.max(done, had)
                && (before == null || leads(before, now));
        if (leads) {
            last = now;
            had = Math.max(had, now.globalCheckpoint());
        } else {
            suspect = now.identity();
        }
        return leads;
    }

    private static boolean leads(CopyNumbers before, CopyNumbers now) {
        boolean isSame = now.identity().isSameCopy(before.identity());
        return now.identity().term() >= before.identity().term()
                && !now.identity().isPutBack(before.identity())
                && (!isSame || now.refreshes() >= before.refreshes());
    }

    /// The highest number that the history is known to have had, which the next reader has to know as well; -1
    /// before anything was seen.
    long had() {
        return had;
    }

    /// A history is read from its start, in this lineage.
    void begin(int newLineage) {
        left = null;
        forget(newLineage);
    }

    private void forget(int newLineage) {
        last = null;
        suspect = null;
        had = -1;
        lineage = newLineage;
    }

    /// The history that was read is left: from here on it counts as another one.
    ReadPosition leave(ReadPosition reached) {
        ReadPosition now = leaving(reached);
        last = null;
        suspect = null;
        left = now;
        return now;
    }

    private ReadPosition leaving(ReadPosition reached) {
        return reached.left(Math.max(reached.done(), had));
    }

    /// How far the shard has been read if this is what Kafka says. A history that was left stays so where
    /// Kafka could not be told, and where somebody else has read on in it since; it ends with the lineage
    /// only. So does what was seen of a history, of which Kafka may know less.
    ///
    /// @param checkpoint the same as it was written: what went to another docs topic has to be read again, and was
    ///     there all the same
    ReadPosition after(ReadPosition kept, @Nullable Checkpoint checkpoint) {
        if (kept.lineage() != lineage) {
            forget(kept.lineage());
        }
        had = Math.max(had, checkpoint == null ? -1 : checkpoint.readUpTo());
        ReadPosition before = left;
        if (before == null || kept.lineage() > before.lineage()) {
            return kept;
        }
        return kept.lineage() < before.lineage() || kept.done() <= before.done() ? before : leaving(kept);
    }
}
