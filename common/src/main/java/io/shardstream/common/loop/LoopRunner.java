package io.shardstream.common.loop;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that steps one loop until it is told to stop or the loop throws, and then closes it.
///
/// Who has several tells all of them to [#stop()] before closing the first: a step may wait a minute for a server that
/// does not answer, and a process that is told to end has seconds.
public final class LoopRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LoopRunner.class);
    /// More than a step takes whose servers answer.
    private static final Duration FOR_A_STEP = Duration.ofSeconds(1);
    /// More than any loop takes to close what it holds.
    private static final Duration FOR_ALL = Duration.ofSeconds(40);
    /// A client that is interrupted may swallow it.
    private static final Duration BETWEEN_INTERRUPTS = Duration.ofMillis(100);

    private final Loop loop;
    private final Duration pause;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread;
    private final Object stepping = new Object();
    /// Guarded by `stepping`, as the next.
    private boolean isStepping = true;
    private boolean wasInterrupted;
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

    /// Has the loop end and close after the step at hand, and does not wait for that.
    public void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    /// Has the loop end and close after the step at hand, and waits for that. A step that takes longer than a second is
    /// interrupted. A loop that has not closed 40 seconds later is left behind, with a line in the log.
    @Override
    public void close() {
        close(FOR_A_STEP, FOR_ALL);
    }

    /// @param forStep after which the step at hand is interrupted
    /// @param forAll after which the loop is left behind, from then on
    void close(Duration forStep, Duration forAll) {
        stop();
        boolean interrupted = !joined(forStep);
        long deadline = System.nanoTime() + forAll.toNanos();
        while (thread.isAlive()) {
            interruptStep();
            interrupted |= !joined(BETWEEN_INTERRUPTS);
            if (thread.isAlive() && System.nanoTime() - deadline >= 0) {
                LOG.warn("'{}' does not end, and is left behind at {}", loop.name(), where());
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return false if whoever waits was interrupted
    private boolean joined(Duration limit) {
        try {
            boolean _ = thread.join(limit);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private String where() {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length == 0 ? "its end" : stack[0].toString();
    }

    /// What closes the loop is not interrupted: it would not leave its group.
    private void interruptStep() {
        synchronized (stepping) {
            if (isStepping) {
                wasInterrupted = true;
                thread.interrupt();
            }
        }
    }

    private void run() {
        Throwable failure = null;
        try (loop) {
            step();
        } catch (Throwable e) {
            failure = e;
        }
        if (failure == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(failure);
        }
    }

    private void step() {
        RuntimeException failure = null;
        boolean isOurs = false;
        try {
            while (!stopping) {
                if (loop.doWork() == 0) {
                    LockSupport.parkNanos(pause.toNanos());
                }
            }
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            isOurs = endOfSteps();
        }
        if (failure != null && isOurs) {
            LOG.debug("The last step of '{}' was interrupted", loop.name(), failure);
        } else if (failure != null) {
            throw failure;
        }
    }

    /// @return whether the last step was interrupted
    private boolean endOfSteps() {
        synchronized (stepping) {
            isStepping = false;
            boolean _ = Thread.interrupted();
            return wasInterrupted;
        }
    }
}
