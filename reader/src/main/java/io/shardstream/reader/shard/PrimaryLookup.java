package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.source.SourceShard;
import org.jspecify.annotations.Nullable;

/// Finds the primary of one shard, and what the operator has accepted for it: that is asked for when the shard was
/// taken over, when a history is seen for the first time, and when something else was accepted.
final class PrimaryLookup {
    private final SourceShard source;
    private final AcceptedHistories histories;
    private final int shard;
    private boolean isAcceptedKnown;
    /// The last one that is known.
    private @Nullable AcceptedHistory accepted;

    PrimaryLookup(SourceShard source, AcceptedHistories histories, int shard) {
        this.source = source;
        this.histories = histories;
        this.shard = shard;
    }

    /// @param accepted null if nothing was, or if that was not asked for
    /// @param storedBytes that a document takes on the disk, on the average; 0 if that was not asked for
    record Found(PrimaryCopy copy, @Nullable AcceptedHistory accepted, long storedBytes) {}

    /// Blocks.
    ///
    /// @param asksSize whether the size of documents is of use
    Found find(ReadPosition known, boolean asksSize) throws ElasticException, NotPrimaryException {
        PrimaryCopy copy = source.locate();
        boolean isKnown = isAcceptedKnown && known.isIn(copy.identity());
        return new Found(copy, isKnown ? null : histories.of(shard), isKnown || !asksSize ? 0 : copy.storedBytes());
    }

    /// The numbers of the primary, wherever it is. Blocks.
    CopyNumbers numbers() throws ElasticException, NotPrimaryException {
        return source.locate().numbers();
    }

    void found(Found found) {
        isAcceptedKnown = true;
        accepted = found.accepted() == null ? accepted : found.accepted();
    }

    void takenOver() {
        isAcceptedKnown = false;
    }

    /// The operator has accepted this.
    ///
    /// @return whether the shard has to be looked for again because of it
    boolean accept(AcceptedHistory now, ReadPosition reached) {
        if (now.lineage() <= reached.lineage() || now.equals(accepted)) {
            return false;
        }
        accepted = now;
        isAcceptedKnown = false;
        return true;
    }
}
