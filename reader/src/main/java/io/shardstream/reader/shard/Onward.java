package io.shardstream.reader.shard;

import io.shardstream.common.primary.Numbers;
import org.jspecify.annotations.Nullable;

/// Notices that a shard has gone back in its own history, as when an older state of its disk is put back: the
/// uuid of its history stays the same, and it gives out numbers again that were read. In one history of a
/// primary that the cluster has elected none of these can happen:
///
/// * Its highest number is below one that was on all copies.
/// * Its term falls.
/// * A copy has refreshed fewer times than before. It counts from 0 after each start, but then it has another
///   term or another allocation id. (Elasticsearch and OpenSearch raise the term whenever they start a primary
///   from its disk: `IndexMetadataUpdater.shardInitialized`.)
final class Onward {
    private @Nullable Numbers last;
    /// What the shard was left with, which Kafka may not know yet.
    private @Nullable Reached left;

    /// Whether a history that was read up to `done` may have gone on to these numbers. They count as the last
    /// ones if so.
    boolean leadsTo(Numbers now, long done) {
        Numbers before = last;
        boolean leads = now.maxSeqNo() >= done && (before == null || leads(before, now));
        if (leads) {
            last = now;
        }
        return leads;
    }

    private static boolean leads(Numbers before, Numbers now) {
        boolean isSame = now.identity().equals(before.identity());
        return now.identity().term() >= before.identity().term() && (!isSame || now.refreshes() >= before.refreshes());
    }

    /// The history that was read is left: from here on it counts as another one.
    Reached leave(Reached reached) {
        Reached now = reached.left();
        last = null;
        left = now;
        return now;
    }

    /// How far the shard has been read if this is what Kafka says. A history that was left stays so where
    /// Kafka could not be told, and where somebody else has read on in it since; it ends with the lineage
    /// only.
    Reached after(Reached kept) {
        Reached before = left;
        if (before == null || kept.lineage() > before.lineage()) {
            return kept;
        }
        return kept.lineage() < before.lineage() || kept.done() <= before.done() ? before : kept.left();
    }
}
