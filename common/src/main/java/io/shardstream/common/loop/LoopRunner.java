package io.shardstream.common.loop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/// The thread that steps one loop until it is told to stop or the loop throws, and then closes it.
public final class LoopRunner implements AutoCloseable {
    private final Loop loop;
    private final Duration pause;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean stopping;

    private LoopRunner(Loop loop, Duration pause) {
        this.loop = loop;
        this.pause = pause;
        this.thread = Thread.ofPlatform().name(loop.name()).unstarted(this::run);
    }

    /// Starts a thread that steps the loop and rests for `pause` after each step that found nothing to do.
    public static LoopRunner start(Loop loop, Duration pause) {
        LoopRunner runner = new LoopRunner(loop, pause);
        runner.thread.start();
        return runner;
    }

    /// Completes when the loop is closed; exceptionally, if a step or the closing threw.
    public CompletableFuture<Void> end() {
        return end;
    }

    /// Lets the step at hand finish, closes the loop, and waits for that.
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Throwable failure = null;
        try (loop) {
            while (!stopping) {
                if (loop.doWork() == 0) {
                    LockSupport.parkNanos(pause.toNanos());
                }
            }
        } catch (Throwable e) {
            failure = e;
        }
        if (failure == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(failure);
        }
    }
}
