package io.shardstream.control.compare.version;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.ScannedShard;
import io.shardstream.control.compare.scan.Visible;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// The live numbers of a shard, a stretch of them at a time, so that never more than those of one are in
/// memory.
public final class Stretches {
    /// Documents of one, as if their numbers lay evenly. Where much was updated most of a shard may lie in the
    /// last one: there a number takes a bit to two bytes.
    private static final long DOCUMENTS = 100_000;

    private final Asking asking;
    private final long documentsAtOnce;

    public Stretches(Asking asking) {
        this(asking, DOCUMENTS);
    }

    Stretches(Asking asking, long documentsAtOnce) {
        this.asking = asking;
        this.documentsAtOnce = documentsAtOnce;
    }

    /// @param shown what the shard's searches show at least; a primary that has come since is not asked
    ///     before it shows as much
    /// @param above numbers up to there are left out
    /// @param upTo higher ones are left out
    /// @param documents live ones between, roughly
    /// @param most numbers that the sink is given at once
    public void forEachChunk(
            ScannedShard shard, Visible shown, long above, long upTo, long documents, int most, NumberChunks.Sink sink)
            throws ElasticException, NotPrimaryException, InterruptedException {
        long width = Math.max(1, (long) ((double) (upTo - above) * documentsAtOnce / Math.max(1, documents)));
        for (long low = above; low < upTo; low += width) {
            NumberChunks.forEach(live(shard, shown, low, Math.min(upTo, low + width)), most, sink);
        }
    }

    private Roaring64Bitmap live(ScannedShard shard, Visible shown, long above, long upTo)
            throws ElasticException, NotPrimaryException, InterruptedException {
        return asking.revealed(shard, shown, (copy, _) -> {
                    Roaring64Bitmap found = new Roaring64Bitmap();
                    copy.forEachLive(above, upTo, (seqNo, _) -> found.addLong(seqNo));
                    return found;
                })
                .value();
    }
}
