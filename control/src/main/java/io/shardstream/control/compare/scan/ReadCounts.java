package io.shardstream.control.compare.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Counts numbers that are given one after another.
public final class ReadCounts {
    private final Counting what;
    private final SpanIndex spans;
    private final SpanIndex others;
    private final TreeMap<Long, Long> blocks = new TreeMap<>();
    private final long[] elsewhere;

    public ReadCounts(Counting what) {
        this.what = what;
        this.spans = new SpanIndex(what.spans());
        List<NumberSpan> outside = switch (what) {
            case Counting.OfNumbers _ -> List.of();
            case Counting.OfVersions versions -> versions.others();
        };
        this.others = new SpanIndex(outside);
        this.elsewhere = new long[outside.size()];
    }

    public void add(long number) {
        if (spans.of(number) != SpanIndex.NONE) {
            blocks.merge(Math.floorDiv(number, what.interval()) * what.interval(), 1L, Long::sum);
            return;
        }
        int other = others.of(number);
        if (other != SpanIndex.NONE) {
            elsewhere[other]++;
        }
    }

    public Counted counted() {
        List<Long> counts = new ArrayList<>();
        for (long count : elsewhere) {
            counts.add(count);
        }
        return new Counted.Counts(new BlockCounts(what.interval(), blocks), counts);
    }
}
