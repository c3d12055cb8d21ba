package io.shardstream.cli.watch;

import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;

/// How far something is behind, beside the others of its kind.
enum LagBar {
    STEADY,
    SLOW,
    BAD;

    /// What is judged: the seconds that it takes to write what waits.
    ///
    /// @param median of all, seconds
    record Scale(double median) {
        /// A few seconds are behind nothing, however fast the others are.
        private static final double SLOW_FROM = 5;

        private static final double BAD_FROM = 20;

        static Scale of(Collection<OptionalDouble> all) {
            List<Double> sorted = all.stream().map(LagBar::seconds).sorted().toList();
            return new Scale(sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) / 2));
        }

        LagBar judge(OptionalDouble behind) {
            double seconds = seconds(behind);
            if (seconds > 4 * median + BAD_FROM) {
                return BAD;
            }
            return seconds > 2 * median + SLOW_FROM ? SLOW : STEADY;
        }
    }

    /// Endless where something waits and nothing is written.
    static double seconds(OptionalDouble behind) {
        return behind.orElse(Double.POSITIVE_INFINITY);
    }

    Style style() {
        return switch (this) {
            case STEADY -> Style.STEADY;
            case SLOW -> Style.SLOW;
            case BAD -> Style.BAD;
        };
    }
}
