package io.shardstream.reader.shard;

import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.page.PageSize;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.reader.window.WindowWidth;
import org.jspecify.annotations.Nullable;

/// Begins the rounds of one shard, each with windows as wide as proved right in the one before.
final class RoundStart {
    private final ReaderContext around;
    private final int shard;
    private @Nullable WindowWidth width;
    /// What a document takes on the disk, on the average; 0 if that is not known.
    private long storedBytes;

    RoundStart(ReaderContext around, int shard) {
        this.around = around;
        this.shard = shard;
    }

    /// @param bytes that a document takes on the disk, on the average; 0 if that was not asked for
    void stored(long bytes) {
        storedBytes = bytes == 0 ? storedBytes : bytes;
    }

    /// Whether no round has shown yet how many documents fit into a page.
    boolean knowsNoWidth() {
        return width == null;
    }

    /// One that reads what is visible and has not been read.
    ///
    /// @throws BlockedException if a version word does not hold the numbers
    ReadRound begin(PrimaryCopy copy, ReadPosition reached, CopyNumbers visible) {
        long upTo = visible.globalCheckpoint();
        if (upTo > VersionWord.MAX_SEQ_NO) {
            throw new BlockedException("The sequence numbers of " + around.nameOf(shard)
                    + " have reached 2^40, more than a version"
                    + " word holds: the index must be reindexed by other means.");
        }
        long wanted = around.limits().windowBytes();
        WindowWidth known = width;
        WindowWidth begin = known == null
                ? WindowWidth.first(PageSize.first(copy.maxResultWindow(), wanted, storedBytes))
                : known.within(copy.maxResultWindow());
        LaneSorter sorter = new LaneSorter(around.plan(), shard, reached.lineage());
        return around.plan().reading().inSlices()
                ? new SnapshotRound(around, copy, sorter, begin, reached.done(), upTo)
                : new WindowRound(around, copy, sorter, begin, reached.done(), upTo);
    }

    /// Ends one, of which only what was settled counts.
    void end(ReadRound round) {
        round.abandon();
        width = round.width();
    }
}
