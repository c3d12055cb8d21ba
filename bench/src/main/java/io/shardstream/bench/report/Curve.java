package io.shardstream.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// How much had been done, as it was seen at one moment after the other. Between two moments it is taken to
/// have risen evenly.
public final class Curve {
    private record Point(double at, long count) {}

    /// A time in which nothing was done.
    ///
    /// @param from when it began, in seconds
    /// @param to when something was done again
    public record Standstill(double from, double to) {
        public double seconds() {
            return to - from;
        }
    }

    private final List<Point> points = new ArrayList<>();

    /// @param at in seconds, above that of the point before
    /// @param count never below that of the point before
    public void add(double at, long count) {
        if (!points.isEmpty()
                && (at <= points.getLast().at() || count < points.getLast().count())) {
            throw new IllegalArgumentException(
                    "%,d at %f s cannot come after %s".formatted(count, at, points.getLast()));
        }
        points.add(new Point(at, count));
    }

    /// What had been done at last.
    ///
    /// @throws java.util.NoSuchElementException if nobody looked
    public long last() {
        return points.getLast().count();
    }

    /// The last moment at which no more had been done than at the first.
    ///
    /// @throws java.util.NoSuchElementException if nobody looked
    public double begin() {
        long first = points.getFirst().count();
        return points.stream()
                .filter(point -> point.count() == first)
                .mapToDouble(Point::at)
                .max()
                .orElseThrow();
    }

    /// The longest time after that moment in which nothing was done, and after which something was; of no
    /// length if there is none.
    public Standstill standstill(double after) {
        Standstill longest = new Standstill(after, after);
        @Nullable Point last = null;
        for (Point point : points) {
            if (point.at() < after) {
                continue;
            }
            if (last == null) {
                last = point;
            } else if (point.count() > last.count()) {
                Standstill still = new Standstill(last.at(), point.at());
                longest = still.seconds() > longest.seconds() ? still : longest;
                last = point;
            }
        }
        return longest;
    }

    /// How much a second was done, on average.
    public double rate(double from, double to) {
        return (at(to) - at(from)) / (to - from);
    }

    /// How much a second was done in each of so many equal parts of it all, first to last. The first begins
    /// with [#begin()].
    ///
    /// @throws java.util.NoSuchElementException if nobody looked
    public List<Double> rates(int parts) {
        long first = points.getFirst().count();
        double part = (double) (last() - first) / parts;
        List<Double> rates = new ArrayList<>();
        double from = begin();
        for (int i = 1; i <= parts; i++) {
            double to = when(first + i * part);
            rates.add(part / (to - from));
            from = to;
        }
        return rates;
    }

    /// The first moment at which the rate over the time before it was so high again, empty if never. None of
    /// that time is before the break.
    ///
    /// @param rupture when the break was
    /// @param window over how many seconds the rate is taken
    public OptionalDouble isBack(double rupture, double window, double rate) {
        return points.stream()
                .mapToDouble(Point::at)
                .filter(at -> at >= rupture + window && rate(at - window, at) >= rate)
                .findFirst();
    }

    private double when(double count) {
        Point before = points.getFirst();
        for (Point point : points) {
            if (point.count() >= count && point.count() > before.count()) {
                double share = (count - before.count()) / (point.count() - before.count());
                return before.at() + share * (point.at() - before.at());
            }
            before = point;
        }
        return before.at();
    }

    private double at(double moment) {
        Point before = points.getFirst();
        for (Point point : points) {
            if (point.at() >= moment) {
                double width = point.at() - before.at();
                double part = width <= 0 ? 1 : Math.max(0, moment - before.at()) / width;
                return before.count() + part * (point.count() - before.count());
            }
            before = point;
        }
        return before.count();
    }
}
