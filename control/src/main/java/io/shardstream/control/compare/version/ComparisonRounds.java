package io.shardstream.control.compare.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Divides the numbers of the source into rounds, each of which fits into memory: as many shards together as
/// may be, and a shard that is too large for itself in pieces. For each round the target is read once.
public final class ComparisonRounds {
    /// Bytes that the numbers of the source may take at once. To read the target against them takes up to three
    /// times that beside it: its numbers, and copies of both while one is taken from the other.
    public static final long MOST_BYTES = 40L << 20;

    /// How much one shard of the target may take at most, in what the source's numbers do.
    private static final int BESIDE = 3;

    private ComparisonRounds() {}

    /// How many shards of the target may be read at the same time, at least 1. Each may hold all numbers of the
    /// source that were ever given out, also those of documents that it does not have any more; together they
    /// take no more than one would beside the largest round.
    ///
    /// @param numbers that were given out in the source; in a bitmap each takes a bit at most
    static int targetShardsAtOnce(long numbers) {
        long all = (1 + BESIDE) * MOST_BYTES;
        return Math.clamp(all / Math.max(1, numbers / Byte.SIZE) - BESIDE, 1, Integer.MAX_VALUE);
    }

    /// @param documents live documents by source shard
    /// @param mostBytes that the numbers of a round may take, at least 1
    public static List<List<SequenceRange>> of(Map<Integer, ShardSize> documents, long mostBytes) {
        List<List<SequenceRange>> rounds = new ArrayList<>();
        List<SequenceRange> round = new ArrayList<>();
        long taken = 0;
        for (Map.Entry<Integer, ShardSize> shard : documents.entrySet()) {
            long bytes = shard.getValue().bytes();
            if (bytes > mostBytes) {
                pieces(shard.getKey(), shard.getValue(), mostBytes).forEach(piece -> rounds.add(List.of(piece)));
                continue;
            }
            if (taken + bytes > mostBytes) {
                rounds.add(round);
                round = new ArrayList<>();
                taken = 0;
            }
            round.add(SequenceRange.whole(shard.getKey()));
            taken += bytes;
        }
        if (!round.isEmpty()) {
            rounds.add(round);
        }
        return rounds;
    }

    /// As if the live numbers lay evenly among all.
    private static List<SequenceRange> pieces(int shard, ShardSize size, long mostBytes) {
        long count = Math.ceilDiv(size.bytes(), mostBytes);
        long width = Math.max(1, Math.ceilDiv(size.checkpoint() + 1, count));
        List<SequenceRange> pieces = new ArrayList<>();
        long above = -1;
        while (above + width < size.checkpoint()) {
            pieces.add(new SequenceRange(shard, above, above + width));
            above += width;
        }
        pieces.add(new SequenceRange(shard, above, SequenceRange.OPEN));
        return pieces;
    }

    /// How large a source shard is.
    ///
    /// @param checkpoint its highest number that matters
    /// @param documents live documents up to there
    public record ShardSize(long checkpoint, long documents) {
        /// Bytes that the live numbers take in compressed bitmaps: two for each where they lie apart, a bit
        /// for each number that was given out where they lie close, and that for each time that numbers are
        /// equal.
        long bytes() {
            long span = checkpoint + 1;
            return span <= 0
                    ? 0
                    : Math.min(2 * documents, Math.ceilDiv(span, Byte.SIZE) * Math.ceilDiv(documents, span));
        }
    }
}
