package io.shardstream.control.run.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/// Whether a node serves somebody's searches, judged from one sample after another by what it has counted in
/// the last two minutes without the run's own. It does if at six looks or more somebody had searched since
/// the look before, or if searches have taken five seconds of its threads: a client that searches now and
/// then, or rarely but heavily, and not a person who counts documents a few times.
///
/// What comes at one look counts for no more than the time since the look before: where a shard goes away, a
/// server goes on counting all its searches, and forgets which of them were the run's own
/// (`IndicesService.OldShardsStats`).
final class OthersSearches {
    static final Duration LATELY = Duration.ofMinutes(2);
    static final int LOOKS = 6;
    static final Duration LONG = Duration.ofSeconds(5);

    private final Deque<Seen> seen = new ArrayDeque<>();

    private record Seen(Instant at, Duration took) {}

    /// A later sample of the same node was taken.
    ///
    /// @param since when the one before was taken
    void look(NodeSample before, NodeSample sample, Instant since, Instant now) {
        if (sample.searches() > before.searches()) {
            Duration took = Duration.ofMillis(Math.max(0, sample.searchMillis() - before.searchMillis()));
            Duration most = Duration.between(since, now);
            seen.addLast(new Seen(now, took.compareTo(most) < 0 ? took : most));
        }
        forget(now);
    }

    boolean areServed(Instant now) {
        forget(now);
        Duration all = seen.stream().map(Seen::took).reduce(Duration.ZERO, Duration::plus);
        return seen.size() >= LOOKS || all.compareTo(LONG) >= 0;
    }

    private void forget(Instant now) {
        while (!seen.isEmpty() && seen.getFirst().at().isBefore(now.minus(LATELY))) {
            seen.removeFirst();
        }
    }
}
