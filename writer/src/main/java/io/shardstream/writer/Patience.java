package io.shardstream.writer;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long something that may pass by itself is borne, from when it was first met.
final class Patience {
    private final long nanos;
    private final LongSupplier nanoTime;
    private boolean isTried;
    private long since;

    Patience(Duration most, LongSupplier nanoTime) {
        this.nanos = most.toNanos();
        this.nanoTime = nanoTime;
    }

    /// Whether it may be borne once more.
    boolean isLeft() {
        long now = nanoTime.getAsLong();
        if (!isTried) {
            isTried = true;
            since = now;
        }
        return now - since <= nanos;
    }

    /// It has passed.
    void end() {
        isTried = false;
    }
}
