package io.shardstream.bench.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// How many documents were written by when: looked at twice a second, on a thread of its own, until it is closed.
final class WrittenCurve implements AutoCloseable {
    private static final long LOOK_NANOS = 500_000_000;
    private static final double NANOS = 1e9;

    /// @param at in seconds
    record Point(double at, long written) {}

    private final LongSupplier written;
    private final List<Point> points = new ArrayList<>();
    private final Thread thread;
    private volatile boolean isOver;

    private WrittenCurve(LongSupplier written) {
        this.written = written;
        this.thread = Thread.ofPlatform().daemon().name("written-curve").start(this::look);
    }

    /// @param written how many are, 0 if there is nothing yet
    static WrittenCurve of(LongSupplier written) {
        return new WrittenCurve(written);
    }

    private void look() {
        while (!isOver) {
            points.add(new Point(System.nanoTime() / NANOS, written.getAsLong()));
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /// Looks no more.
    @Override
    public void close() {
        isOver = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Documents a second in each of so many equal parts of what was written, first to last.
    List<Double> rates(int parts) {
        if (thread.isAlive()) {
            throw new IllegalStateException("it is still being looked at");
        }
        return rates(points, parts);
    }

    /// Between two points as many are taken to have been written in each moment. The first part begins with the last
    /// point at which nothing was.
    static List<Double> rates(List<Point> points, int parts) {
        double all = points.getLast().written();
        List<Double> rates = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            double from = when(points, all * part / parts);
            double to = when(points, all * (part + 1) / parts);
            rates.add(all / parts / (to - from));
        }
        return rates;
    }

    private static double when(List<Point> points, double count) {
        Point before = points.getFirst();
        for (Point point : points) {
            if (count > 0 ? point.written() >= count : point.written() > 0) {
                long more = point.written() - before.written();
                double part = more == 0 ? 0 : (count - before.written()) / more;
                return before.at() + part * (point.at() - before.at());
            }
            before = point;
        }
        return before.at();
    }
}
