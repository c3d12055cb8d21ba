package io.shardstream.bench.report;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Draws a curve: looks twice a second at how much is done, on a thread of its own, until it is closed.
public final class CurveWatch implements AutoCloseable {
    private static final long LOOK_NANOS = 500_000_000;
    private static final double NANOS = 1e9;

    private final LongSupplier done;
    private final Curve curve = new Curve();
    private final Thread thread;
    private volatile boolean isOver;
    private @Nullable RuntimeException failure;

    private CurveWatch(LongSupplier done) {
        this.done = done;
        this.thread = Thread.ofPlatform().daemon().name("curve").start(this::watch);
    }

    /// Begins at once.
    ///
    /// @param done how much is, never less than before
    public static CurveWatch of(LongSupplier done) {
        return new CurveWatch(done);
    }

    private void watch() {
        try {
            while (!isOver) {
                look();
                LockSupport.parkNanos(LOOK_NANOS);
            }
            look();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void look() {
        curve.add(System.nanoTime() / NANOS, done.getAsLong());
    }

    /// Looks a last time.
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

    /// What was seen, once this is closed.
    ///
    /// @throws IllegalStateException if it is not, or a look failed
    public Curve curve() {
        if (thread.isAlive()) {
            throw new IllegalStateException("it is still being looked at");
        }
        if (failure != null) {
            throw new IllegalStateException("what was done could not be looked at", failure);
        }
        return curve;
    }
}
