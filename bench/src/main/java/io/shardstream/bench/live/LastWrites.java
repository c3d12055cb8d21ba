package io.shardstream.bench.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.ToLongFunction;

/// The writes of a client that were acknowledged last.
final class LastWrites {
    private static final Duration LONG = Duration.ofSeconds(2);

    private final Deque<Bulk> bulks = new ArrayDeque<>();

    /// What was acknowledged at one moment.
    private record Bulk(long at, long deletes, long updates) {}

    /// How many these are.
    record Count(long deletes, long updates) {}

    /// Notes what was acknowledged.
    ///
    /// @param at nanoseconds of any clock, growing
    void note(long at, long deletes, long updates) {
        bulks.add(new Bulk(at, deletes, updates));
        while (bulks.getFirst().at() < at - LONG.toNanos()) {
            bulks.removeFirst();
        }
    }

    /// What was acknowledged in the two seconds before the last note.
    Count count() {
        return new Count(sum(Bulk::deletes), sum(Bulk::updates));
    }

    private long sum(ToLongFunction<Bulk> what) {
        return bulks.stream().mapToLong(what).sum();
    }
}
