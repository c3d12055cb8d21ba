package io.shardstream.control.count;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Counts numbers that are given one after another.
public final class ReadCounts {
    private final Counting what;
    private final List<Span> others;
    private final TreeMap<Long, Long> blocks = new TreeMap<>();
    private final long[] elsewhere;

    public ReadCounts(Counting what) {
        this.what = what;
        this.others = switch (what) {
            case Counting.OfNumbers _ -> List.of();
            case Counting.OfVersions versions -> versions.others();
        };
        this.elsewhere = new long[others.size()];
    }

    public void add(long number) {
        if (what.spans().stream().anyMatch(span -> span.contains(number))) {
            blocks.merge(Math.floorDiv(number, what.interval()) * what.interval(), 1L, Long::sum);
            return;
        }
        for (int i = 0; i < elsewhere.length; i++) {
            elsewhere[i] += others.get(i).contains(number) ? 1 : 0;
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
