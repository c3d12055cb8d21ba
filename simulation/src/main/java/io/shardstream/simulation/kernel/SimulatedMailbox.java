package io.shardstream.simulation.kernel;

import io.shardstream.common.loop.Mailbox;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The mailbox of a simulated loop: who waits at it waits in simulated time.
public final class SimulatedMailbox extends Mailbox {
    private static final Duration SOON = Duration.ofMillis(1);

    private final SimulatedProcess process;
    private int unread;
    private @Nullable Runnable waiting;

    public SimulatedMailbox(SimulatedProcess process) {
        this.process = process;
    }

    @Override
    public void execute(Runnable message) {
        super.execute(message);
        unread++;
        Runnable waiter = waiting;
        if (waiter != null) {
            waiting = null;
            process.kernel().after(process.kernel().around(SOON), waiter);
        }
    }

    @Override
    public int drain() {
        int done = super.drain();
        unread = 0;
        return done;
    }

    @Override
    public void await(long nanos) {
        pause(nanos);
        if (unread > 0) {
            unread--;
            super.await(0);
        }
    }

    /// Waits until a message has come or the time is over.
    void pause(long nanos) {
        process.check();
        if (unread > 0) {
            return;
        }
        Coroutine coroutine = Coroutine.current();
        Runnable wakeUp = coroutine.wakeUp();
        waiting = wakeUp;
        process.kernel().after(nanos, wakeUp);
        coroutine.await();
        waiting = null;
    }
}
