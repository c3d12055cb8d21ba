package io.shardstream.control.guard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/// How long the last searches of a canary took on one node, as a client sees it.
final class Canary {
    private static final int KEPT = 20;
    private static final double QUANTILE = 0.95;

    private final Deque<Double> millis = new ArrayDeque<>();

    void took(double time) {
        millis.addLast(time);
        if (millis.size() > KEPT) {
            millis.removeFirst();
        }
    }

    /// The time that 95 of 100 did not take longer than; empty before the first.
    OptionalDouble quantile() {
        return millis.stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .skip(Math.max(0, (long) Math.ceil(QUANTILE * millis.size()) - 1))
                .findFirst();
    }
}
