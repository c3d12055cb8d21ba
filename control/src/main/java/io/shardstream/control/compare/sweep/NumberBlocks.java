package io.shardstream.control.compare.sweep;

import io.shardstream.control.compare.scan.BlockCounts;
import io.shardstream.control.compare.scan.NumberSpan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/// Counts numbers in memory by the blocks by which servers count documents.
final class NumberBlocks {
    private NumberBlocks() {}

    /// @param spans from the lowest, apart from each other; numbers outside of them are left out
    static BlockCounts of(Roaring64Bitmap numbers, List<NumberSpan> spans, long interval) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        for (NumberSpan span : spans) {
            add(numbers, span, interval, counts);
        }
        return new BlockCounts(interval, counts);
    }

    private static void add(Roaring64Bitmap numbers, NumberSpan span, long interval, Map<Long, Long> counts) {
        LongIterator each = numbers.getLongIteratorFrom(span.from());
        long block = Math.floorDiv(span.from(), interval);
        long count = 0;
        while (each.hasNext()) {
            long number = each.next();
            if (number >= span.to()) {
                break;
            }
            long of = Math.floorDiv(number, interval);
            if (of != block) {
                put(block * interval, count, counts);
                block = of;
                count = 0;
            }
            count++;
        }
        put(block * interval, count, counts);
    }

    private static void put(long first, long count, Map<Long, Long> counts) {
        if (count > 0) {
            counts.merge(first, count, Long::sum);
        }
    }
}
