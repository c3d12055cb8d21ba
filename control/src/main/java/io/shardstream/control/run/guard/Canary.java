package io.shardstream.control.run.guard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/// How long the last searches of a canary took on one node, as a client sees it.
final class Canary {
    private static final int KEPT = 20;
    private static final double QUANTILE = 0.95;

    /// Where there are many nodes each is searched now and then only, and twenty searches would go back a
    /// long way.
    private static final Duration LATELY = Duration.ofMinutes(1);

    private final Deque<Took> kept = new ArrayDeque<>();

    private record Took(double millis, Instant at) {}

    void took(double millis, Instant at) {
        kept.addLast(new Took(millis, at));
        if (kept.size() > KEPT) {
            kept.removeFirst();
        }
    }

    /// The time that 95 of 100 of the last minute did not take longer than. If the last one is older than
    /// that, it alone counts. Empty before the first.
    OptionalDouble quantile(Instant now) {
        while (kept.size() > 1 && kept.getFirst().at().isBefore(now.minus(LATELY))) {
            kept.removeFirst();
        }
        return kept.stream()
                .mapToDouble(Took::millis)
                .sorted()
                .skip(Math.max(0, (long) Math.ceil(QUANTILE * kept.size()) - 1))
                .findFirst();
    }
}
