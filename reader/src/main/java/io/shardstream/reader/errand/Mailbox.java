package io.shardstream.reader.errand;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Messages to the thread of a loop, from any thread. A message is what the loop shall do about it.
public final class Mailbox {
    private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();

    /// May be called by any thread.
    public void post(Runnable message) {
        messages.add(message);
    }

    /// Carries out what has come in, on the thread of the loop.
    ///
    /// @return how many messages that were
    public int drain() {
        int count = 0;
        for (Runnable message = messages.poll(); message != null; message = messages.poll()) {
            message.run();
            count++;
        }
        return count;
    }
}
