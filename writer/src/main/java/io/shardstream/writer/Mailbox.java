package io.shardstream.writer;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// What other threads ask the loop's thread to do: answers of bulks, acknowledgements of Kafka.
class Mailbox implements Executor {
    private final BlockingQueue<Runnable> messages = new LinkedBlockingQueue<>();

    /// May be called by any thread.
    @Override
    public void execute(Runnable message) {
        messages.add(message);
    }

    /// Does what has been asked so far.
    ///
    /// @return how many messages that were
    int drain() {
        int done = 0;
        for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
            message.run();
            done++;
        }
        return done;
    }

    /// Waits for a message at most that long, and does what it asks.
    void await(long nanos) {
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
