package io.shardstream.bench.sweep;

import java.util.List;
import java.util.stream.IntStream;

/// Where it stops paying to raise something. Pure arithmetic over the rates of its steps, the smallest step first.
final class Knee {
    /// A step that brings less than this part more than the best before it has not grown.
    private static final double GROWTH = 0.03;

    /// So many steps in a row without growth, and nothing more is expected: one alone may be chance.
    private static final int PATIENCE = 2;

    /// Whoever has this part of the best rate has all that is worth having.
    private static final double NEARLY_ALL = 0.95;

    private Knee() {}

    /// Whether the last steps brought nothing.
    static boolean hasStopped(List<Double> rates) {
        double best = 0;
        int without = 0;
        for (double rate : rates) {
            without = rate > best * (1 + GROWTH) ? 0 : without + 1;
            best = Math.max(best, rate);
        }
        return without >= PATIENCE;
    }

    /// The number of the smallest step, the first is 0, whose rate is within 5 % of the best.
    ///
    /// @throws IllegalArgumentException if there are no steps
    static int of(List<Double> rates) {
        double best = rates.stream()
                .mapToDouble(rate -> rate)
                .max()
                .orElseThrow(() -> new IllegalArgumentException("a knee needs a step at least"));
        return IntStream.range(0, rates.size())
                .filter(step -> rates.get(step) >= NEARLY_ALL * best)
                .findFirst()
                .orElseThrow();
    }
}
