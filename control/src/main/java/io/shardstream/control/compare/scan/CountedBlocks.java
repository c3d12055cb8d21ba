package io.shardstream.control.compare.scan;

import java.util.List;

/// How numbers are divided into blocks to be counted. Every block begins at a multiple of a power of two, so
/// blocks of version words are blocks of the sequence numbers in them, and never lie in two source shards.
public final class CountedBlocks {
    /// Buckets that one search is asked for. Servers allow 65,536 unless told otherwise (`search.max_buckets`;
    /// Elasticsearch 7.17: 65,535).
    public static final int MOST = 8192;

    /// Fewer are not worth a search.
    public static final int FEWEST = 64;

    private static final long NARROWEST = 4096;
    private static final long WIDEST = 1L << 40;
    private static final int MOST_PIECES = 256;
    private static final int FEWEST_PIECES = 16;

    private CountedBlocks() {}

    /// The width of the blocks to begin with: the narrowest power of two from 4,096 on that gives no more
    /// blocks than may be asked for.
    public static long interval(List<NumberSpan> spans, int most) {
        long interval = NARROWEST;
        while (interval < WIDEST && count(spans, interval) > most) {
            interval *= 2;
        }
        return interval;
    }

    private static long count(List<NumberSpan> spans, long interval) {
        return spans.stream()
                .mapToLong(span -> Math.floorDiv(span.to() - 1, interval) - Math.floorDiv(span.from(), interval) + 1)
                .sum();
    }

    /// The next finer width for blocks that differ: 16 to 256 times, as many as fit into one search.
    ///
    /// @param differing how many blocks there are
    public static long finer(long interval, int differing, int most) {
        long fitting = Long.highestOneBit(Math.max(1, most / Math.max(1, differing)));
        return Math.max(1, interval / Math.clamp(fitting, FEWEST_PIECES, MOST_PIECES));
    }

    /// How many blocks are divided in one search.
    public static int together(long interval, long finer, int most) {
        return (int) Math.max(1, most * finer / interval);
    }

    /// That it is a width which blocks may have: servers fill the gaps between other ones, or answer with
    /// keys that are not exact.
    static long checked(long interval) {
        if (Long.bitCount(interval) != 1 || interval > WIDEST || interval < 1) {
            throw new IllegalArgumentException(
                    "the width of blocks must be a power of two from 1 to 2^40, got " + interval);
        }
        return interval;
    }
}
