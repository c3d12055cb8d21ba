package io.shardstream.workload.load;

import io.shardstream.workload.compare.CompareException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A load that works on a thread of its own until its duration is over or it is told to stop.
public final class Load implements AutoCloseable {
    private static final long PAUSE_NANOS = 500_000;

    private final LoadMemory memory = new LoadMemory();
    private final LoadCounts counts = new LoadCounts();
    private final LoadDocuments documents;
    private final LoadLog log;
    private final LoadGenerator generator;
    private final CompletableFuture<Void> prepared = new CompletableFuture<>();
    private final CompletableFuture<LoadReport> end;
    private volatile boolean stopAsked;

    private Load(
            LoadSettings settings,
            LoadDocuments documents,
            LoadLog log,
            LoadClient client,
            OperationListener listener) {
        this.documents = documents;
        this.log = log;
        OperationsUnderWay underWay = new OperationsUnderWay(client, memory, log, counts, listener, System::nanoTime);
        this.generator = new LoadGenerator(settings, memory, underWay, counts, System::nanoTime);
        this.end = CompletableFuture.supplyAsync(
                this::work, task -> Thread.ofPlatform().name("load").daemon().start(task));
    }

    /// Starts a load that writes no log file.
    ///
    /// @param client stays the caller's
    public static Load start(
            LoadSettings settings, LoadDocuments documents, LoadClient client, OperationListener listener) {
        return new Load(settings, documents, LoadLog.none(documents), client, listener);
    }

    /// Starts a load.
    ///
    /// @param client stays the caller's
    /// @param file where the log goes, or null
    /// @param index its name, for the log
    /// @throws IOException if the log file is there already or cannot be made
    public static Load start(
            LoadSettings settings, LoadDocuments documents, LoadClient client, @Nullable Path file, String index)
            throws IOException {
        LoadLog log =
                file == null ? LoadLog.none(documents) : LoadLog.create(file, documents, index, InstantSource.system());
        return new Load(settings, documents, log, client, OperationListener.NONE);
    }

    /// Completes when the documents are there that were to be inserted before, and operations begin.
    public CompletableFuture<Void> prepared() {
        return prepared.copy();
    }

    /// Completes when nothing more is sent and everything is answered.
    public CompletableFuture<LoadReport> end() {
        return end.copy();
    }

    /// How many operations were answered so far, whatever the answer.
    public long answered() {
        return counts.answered();
    }

    /// Sends nothing more.
    public void stop() {
        stopAsked = true;
    }

    /// Stops and waits until everything sent is answered.
    public LoadReport finish() {
        stop();
        try {
            return end.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CompareException known
                    ? known
                    : new IllegalStateException("The load failed: " + e.getCause(), e);
        }
    }

    /// The states that the index may be in, once the load has ended.
    public LoadMemory memory() {
        if (!end.isDone()) {
            throw new IllegalStateException("the load goes on");
        }
        return memory;
    }

    public LoadDocuments documents() {
        return documents;
    }

    private LoadReport work() {
        try (log) {
            while (!generator.isDone()) {
                if (stopAsked) {
                    generator.stop();
                }
                if (generator.doWork() == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                if (generator.isPrepared()) {
                    prepared.complete(null);
                }
            }
            counts.endBlock(System.nanoTime());
            return counts.report(memory);
        } finally {
            prepared.completeExceptionally(new IllegalStateException("the load has ended"));
        }
    }

    @Override
    public void close() {
        stop();
        end.exceptionally(_ -> null).join();
    }
}
