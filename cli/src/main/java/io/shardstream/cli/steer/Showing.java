package io.shardstream.cli.steer;

import io.shardstream.cli.exit.Stop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Shows what goes on by a thread of its own, on an output that nobody may read for a while, such as a
/// terminal after Ctrl-S: whoever has it shown may control the run, and hears that the process is told to
/// stop all the same.
final class Showing implements AutoCloseable {
    /// In which an output takes lines that somebody reads, so that these keep their place among others.
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final CompletableFuture<Void> stopped;
    private final ExecutorService output = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("output").factory());
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    Showing(Stop stop) {
        this.stopped = stop.asked();
    }

    /// Shows how things stand, unless what was shown before is not read yet: what is shown later has that in
    /// it.
    ///
    /// @throws java.util.concurrent.CompletionException if this or what was shown before could not be made
    void show(Runnable state) {
        if (last.isDone()) {
            last.join();
            last = CompletableFuture.runAsync(state, output);
            awaitLast();
        }
    }

    /// Shows what is behind all else, and waits until it is read, or for a second when the process is told to
    /// stop.
    ///
    /// @throws java.util.concurrent.CompletionException if this or what was shown before could not be made
    void showLast(Runnable end) {
        last = last.thenRunAsync(end, output);
        CompletableFuture.anyOf(last, stopped).join();
        awaitLast();
    }

    private void awaitLast() {
        last.copy()
                .completeOnTimeout(null, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /// Does not wait for what is not read.
    @Override
    public void close() {
        output.shutdown();
    }
}
