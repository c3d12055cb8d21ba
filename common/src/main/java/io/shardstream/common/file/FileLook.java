package io.shardstream.common.file;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at files again by a thread of its own: a read on a file system that hangs (NFS) cannot be ended, and
/// whoever wants to know what is in them may hold production's write block. Who asks waits for a look for two
/// seconds at most, and goes on with what is known from before. There is one look at a time, so one that
/// hangs costs that once.
public final class FileLook {
    /// For so long whoever asks waits for a look.
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(FileLook.class);
    /// Those that hang stay until their file system answers.
    private static final Executor LOOKS = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("files-", 0).factory());

    private final Object files;
    private @Nullable UnderWay underWay;

    /// @param files said in the log where they do not answer
    public FileLook(Object files) {
        this.files = files;
    }

    private static final class UnderWay {
        private final CompletableFuture<Void> look;
        private final long since = System.nanoTime();
        private boolean isTold;

        UnderWay(CompletableFuture<Void> look) {
            this.look = look;
        }
    }

    /// Has somebody look, unless a look is under way, and waits until that is done or has lasted for too
    /// long. What a look has found that is done is seen then.
    ///
    /// @param look takes up what it finds by itself, and is never made twice at a time
    public void make(Runnable look) {
        UnderWay made = underWay(look);
        long left = PATIENCE.toNanos() - (System.nanoTime() - made.since);
        if (!isDone(made.look, left)) {
            tell(made);
        }
    }

    private synchronized UnderWay underWay(Runnable look) {
        UnderWay now = underWay;
        if (now == null || now.look.isDone()) {
            tellEnd(now);
            now = new UnderWay(CompletableFuture.runAsync(look, LOOKS));
            underWay = now;
        }
        return now;
    }

    /// @param most nanoseconds that are waited
    private static boolean isDone(CompletableFuture<Void> look, long most) {
        if (!look.isDone() && most <= 0) {
            return false;
        }
        try {
            return look.thenApply(_ -> true)
                    .completeOnTimeout(false, most, TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private synchronized void tell(UnderWay look) {
        if (!look.isTold) {
            look.isTold = true;
            LOG.warn("Files do not answer, and what they held before goes on: {}", files);
        }
    }

    private void tellEnd(@Nullable UnderWay before) {
        if (before != null && before.isTold) {
            LOG.info("Files answer again: {}", files);
        }
    }
}
