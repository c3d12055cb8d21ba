package io.shardstream.control.compare.sweep;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.scan.BlockCounts;
import io.shardstream.control.compare.scan.CountedBlocks;
import io.shardstream.control.compare.scan.NumberSpan;
import io.shardstream.control.compare.scan.Visible;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Sequence numbers of a source shard, among them all that are live up to a checkpoint. As long as the shard
/// stays in its term and history, no number up to there can become live again, so the live ones only get
/// fewer.
public final class SourceNumbers {
    private final int shard;
    private final int lineage;
    private final long compared;
    private final long upTo;
    private final CopyIdentity identity;
    private final Roaring64Bitmap live;
    private final boolean isCounted;
    private @Nullable BlockCounts counts;

    /// @param shard of the source
    /// @param lineage of the words that the run gives its documents
    /// @param compared the number up to which a full comparison looked at contents
    /// @param upTo the checkpoint, settled, at least `compared`; -1 for a shard without operations
    /// @param identity the primary that said so
    /// @param live each number once; not changed any more
    public SourceNumbers(
            int shard, int lineage, long compared, long upTo, CopyIdentity identity, Roaring64Bitmap live) {
        this(shard, lineage, compared, upTo, identity, live, false);
    }

    private SourceNumbers(
            int shard,
            int lineage,
            long compared,
            long upTo,
            CopyIdentity identity,
            Roaring64Bitmap live,
            boolean isCounted) {
        this.shard = shard;
        this.lineage = lineage;
        this.compared = compared;
        this.upTo = upTo;
        this.identity = identity;
        this.live = live;
        this.isCounted = isCounted;
    }

    public int shard() {
        return shard;
    }

    public int lineage() {
        return lineage;
    }

    public long compared() {
        return compared;
    }

    public long upTo() {
        return upTo;
    }

    public CopyIdentity identity() {
        return identity;
    }

    public boolean contains(long seqNo) {
        return live.contains(seqNo);
    }

    public long size() {
        return live.getLongCardinality();
    }

    /// The word of a document that has this number.
    public long word(long seqNo) {
        return new VersionWord(lineage, shard, seqNo).value();
    }

    /// All numbers that count; empty for a shard without operations.
    public Optional<NumberSpan> span() {
        return upTo < 0 ? Optional.empty() : Optional.of(new NumberSpan(0, upTo + 1));
    }

    /// What the copy shows that a round has read and counted, if these are exactly the live numbers of the
    /// shard still: as long as it has taken no operation since. A number vanishes by an operation only, and
    /// that takes a number of its own.
    ///
    /// @param now settled numbers
    Optional<Visible> shownBy(CopyNumbers now) {
        return isCounted ? Visible.unwritten(identity, upTo, now) : Optional.empty();
    }

    /// The same shard later.
    ///
    /// @param shown the copy that was read and counted, and its settled checkpoint
    /// @param vanished numbers that are not live any more
    /// @param newer those that are live above this checkpoint and up to the next
    /// @param isCounted whether the servers have counted as many documents up to this checkpoint as are left
    ///     of these numbers
    public SourceNumbers movedTo(Visible shown, Roaring64Bitmap vanished, Roaring64Bitmap newer, boolean isCounted) {
        Roaring64Bitmap next = new Roaring64Bitmap();
        next.or(live);
        next.andNot(vanished);
        next.or(newer);
        return new SourceNumbers(shard, lineage, compared, shown.checkpoint(), shown.identity(), next, isCounted);
    }

    /// Counts all numbers now, so that nobody has to wait for it later.
    public void prepare() {
        span().ifPresent(all -> {
            List<NumberSpan> spans = List.of(all);
            BlockCounts _ = counts(spans, CountedBlocks.interval(spans, CountedBlocks.MOST));
        });
    }

    /// How many of the numbers lie in which block.
    ///
    /// @param spans from the lowest, apart from each other
    public BlockCounts counts(List<NumberSpan> spans, long interval) {
        boolean isAll = span().filter(all -> spans.equals(List.of(all))).isPresent();
        BlockCounts known = counts;
        if (isAll && known != null && known.interval() == interval) {
            return known;
        }
        BlockCounts counted = NumberBlocks.of(live, spans, interval);
        if (isAll) {
            counts = counted;
        }
        return counted;
    }
}
