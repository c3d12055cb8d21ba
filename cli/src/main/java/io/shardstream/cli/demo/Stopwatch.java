package io.shardstream.cli.demo;

import java.util.function.LongSupplier;

/// Notes when reading and writing begin and end, from what is seen of them.
final class Stopwatch {
    private static final double NANOS = 1e9;

    private final LongSupplier nanoTime;
    private final long start;
    private long firstWritten;
    private long lastWritten;
    private long lastRead;
    private long read;
    private long written;

    /// @param nanoTime a clock such as `System::nanoTime`
    Stopwatch(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.lastRead = start;
        this.firstWritten = start;
        this.lastWritten = start;
    }

    /// Takes how many documents have been read and how many records written by now.
    void seen(long readNow, long writtenNow) {
        long now = nanoTime.getAsLong();
        if (readNow > read) {
            lastRead = now;
        }
        if (writtenNow > written) {
            firstWritten = written == 0 ? now : firstWritten;
            lastWritten = now;
        }
        read = readNow;
        written = writtenNow;
    }

    double readSeconds() {
        return (lastRead - start) / NANOS;
    }

    double writeSeconds() {
        return (lastWritten - firstWritten) / NANOS;
    }

    double totalSeconds() {
        return (nanoTime.getAsLong() - start) / NANOS;
    }
}
