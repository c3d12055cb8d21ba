package io.shardstream.common.loop;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What other threads ask the thread of a loop to do: outcomes of blocking calls, acknowledgements of Kafka.
public class Mailbox implements Executor {
    private final BlockingQueue<Runnable> messages = new LinkedBlockingQueue<>();
    private volatile @Nullable Thread reader;

    /// Wakes the loop's thread if it rests. May be called by any thread.
    @Override
    public void execute(Runnable message) {
        messages.add(message);
        LockSupport.unpark(reader);
    }

    /// Does what has been asked so far.
    ///
    /// @return how many messages that were
    public int drain() {
        reader = Thread.currentThread();
        int done = 0;
        for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
            message.run();
            done++;
        }
        return done;
    }

    /// Waits that many nanoseconds at most for a message, and does what it asks.
    public void await(long nanos) {
        try {
            Runnable message = messages.poll(nanos, TimeUnit.NANOSECONDS);
            if (message != null) {
                message.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
