package io.shardstream.reader.publish;

import io.shardstream.common.loop.Mailbox;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// Blocking calls that a loop sends others to do. Each is done on a thread of the executor, and its
/// outcome comes back as one message to the loop.
public final class BlockingCalls {
    private final Executor executor;
    private final Mailbox mailbox;

    public BlockingCalls(Executor executor, Mailbox mailbox) {
        this.executor = executor;
        this.mailbox = mailbox;
    }

    /// Has it called, and exactly one of the two told on the loop's thread.
    public <T> void run(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        try {
            executor.execute(() -> mailbox.execute(outcomeOf(call, done, failed)));
        } catch (RejectedExecutionException e) {
            mailbox.execute(() -> failed.accept(e));
        }
    }

    private static <T> Runnable outcomeOf(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        try {
            T result = call.call();
            return () -> done.accept(result);
        } catch (Exception e) {
            return () -> failed.accept(e);
        } catch (Error e) {
            return () -> {
                throw e;
            };
        }
    }
}
