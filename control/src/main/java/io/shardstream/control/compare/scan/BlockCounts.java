package io.shardstream.control.compare.scan;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// How many live documents each block has. Blocks without any are not in it.
///
/// @param interval the width of a block, a power of two
/// @param counts by the first number of a block
public record BlockCounts(long interval, SortedMap<Long, Long> counts) {
    public BlockCounts {
        CountedBlocks.checked(interval);
        for (var block : counts.entrySet()) {
            if (block.getKey() % interval != 0 || block.getValue() < 1) {
                throw new IllegalArgumentException("no count of a block of " + interval + ": " + block);
            }
        }
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }

    public static BlockCounts none(long interval) {
        return new BlockCounts(interval, new TreeMap<>());
    }

    /// How many a block has.
    ///
    /// @param first its first number
    public long of(long first) {
        return counts.getOrDefault(first, 0L);
    }

    public long total() {
        return counts.values().stream().mapToLong(count -> count).sum();
    }

    /// Those of both together.
    public BlockCounts plus(BlockCounts others) {
        if (others.interval != interval) {
            throw new IllegalArgumentException("blocks of " + interval + " and of " + others.interval);
        }
        TreeMap<Long, Long> sum = new TreeMap<>(counts);
        others.counts.forEach((block, count) -> sum.merge(block, count, Long::sum));
        return new BlockCounts(interval, sum);
    }

    /// The same counts of blocks so many numbers further.
    ///
    /// @param distance a multiple of the interval
    public BlockCounts shiftedBy(long distance) {
        TreeMap<Long, Long> shifted = new TreeMap<>();
        counts.forEach((block, count) -> shifted.put(block + distance, count));
        return new BlockCounts(interval, shifted);
    }

    /// Those of blocks that begin in a span.
    public BlockCounts within(NumberSpan span) {
        return new BlockCounts(interval, counts.subMap(span.from(), span.to()));
    }

    /// The first numbers of those blocks of either side in which both do not have equally many.
    public SortedSet<Long> differing(BlockCounts others) {
        SortedSet<Long> blocks = new TreeSet<>(counts.keySet());
        blocks.addAll(others.counts.keySet());
        blocks.removeIf(block -> of(block) == others.of(block));
        return blocks;
    }
}
