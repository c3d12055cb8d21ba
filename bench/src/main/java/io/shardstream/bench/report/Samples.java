package io.shardstream.bench.report;

import java.util.List;
import java.util.stream.IntStream;

/// The same figure, measured several times.
///
/// @param values in the order in which they were taken, at least one
public record Samples(List<Double> values) {
    public Samples {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a figure must have been measured once at least");
        }
    }

    /// The middle one, or the mean of the two in the middle.
    public double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /// The smallest value that this part of all does not exceed.
    ///
    /// @param part above 0 and up to 1, such as 0.99
    public double quantile(double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
    }

    public double min() {
        return values.stream().mapToDouble(value -> value).min().orElseThrow();
    }

    public double max() {
        return values.stream().mapToDouble(value -> value).max().orElseThrow();
    }

    /// The same in another unit.
    public Samples times(double factor) {
        return new Samples(values.stream().map(value -> value * factor).toList());
    }

    /// Each value divided by the other's of the same round: what was slow for both in one round divides
    /// itself out.
    ///
    /// @throws IllegalArgumentException if these are not as many
    public Samples over(Samples other) {
        if (values.size() != other.values.size()) {
            throw new IllegalArgumentException(values.size() + " values cannot be held against " + other.values.size());
        }
        return new Samples(IntStream.range(0, values.size())
                .mapToObj(round -> values.get(round) / other.values.get(round))
                .toList());
    }
}
