package io.shardstream.simulation.kernel;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/// Code that waits in the middle: a virtual thread that runs only while the kernel's thread waits for it.
final class Coroutine {
    private static final ScopedValue<Coroutine> CURRENT = ScopedValue.newInstance();

    private final SimulatedProcess process;
    private final Thread kernel;
    private final Thread thread;
    private volatile boolean running;
    private boolean begun;
    private boolean ended;
    private long ticket;
    private @Nullable Throwable thrown;

    Coroutine(SimulatedProcess process, Runnable body) {
        this.process = process;
        this.kernel = process.kernel().thread();
        this.thread = Thread.ofVirtual().unstarted(() -> {
            try {
                if (!process.kernel().isTracing()) {
                    MDC.put("simulated", "quiet");
                }
                ScopedValue.where(CURRENT, this).run(body);
            } catch (Crashed e) {
                // That is how a crash looks from inside.
            } catch (Throwable e) {
                thrown = e;
            } finally {
                ended = true;
                running = false;
                LockSupport.unpark(kernel);
            }
        });
    }

    /// @throws IllegalStateException outside of coroutines, where nothing can wait
    static Coroutine current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException("this waits, and is not called in a coroutine");
        }
        return CURRENT.get();
    }

    boolean hasEnded() {
        return ended;
    }

    /// What it threw, if it ended by that.
    @Nullable
    Throwable thrown() {
        return thrown;
    }

    /// Lets it go on until it waits again or ends. By the kernel's thread.
    void resume() {
        if (ended) {
            return;
        }
        ticket++;
        running = true;
        if (begun) {
            LockSupport.unpark(thread);
        } else {
            begun = true;
            thread.start();
        }
        while (running) {
            LockSupport.park(this);
        }
    }

    /// Gives the kernel something by which this can be resumed once, from where it will be waiting next.
    Runnable wakeUp() {
        long expected = ticket;
        return () -> process.whenAwake(() -> {
            if (ticket == expected && !ended) {
                resume();
                process.ended(this);
            }
        });
    }

    /// Hands back to the kernel. By the coroutine itself.
    ///
    /// @throws Crashed if the process has come to its end meanwhile
    void await() {
        running = false;
        LockSupport.unpark(kernel);
        while (!running) {
            LockSupport.park(this);
        }
        process.check();
    }
}
