package io.shardstream.cli.view;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps a [WorkingLine] up to date, on a thread of its own, until it is closed.
public final class Working implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final WorkingLine line;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private Working(WorkingLine line) {
        this.line = line;
        this.thread = Thread.ofPlatform().name("working").daemon().start(this::work);
    }

    /// @param err where people look and no results go
    public static Working on(PrintWriter err) {
        return new Working(new WorkingLine(err, Terminal.isThere(), System::nanoTime));
    }

    public WorkingLine line() {
        return line;
    }

    private void work() {
        try {
            while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                line.tick();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        line.end();
        thread.interrupt();
    }
}
