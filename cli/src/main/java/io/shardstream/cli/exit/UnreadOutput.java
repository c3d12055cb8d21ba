package io.shardstream.cli.exit;

import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// An output that nobody may read for a while, such as a terminal after Ctrl-S, or a pipe that is full.
/// Whoever writes a line waits until it is taken, so that lines keep their place among others, but not for
/// longer than its patience. Until that line is taken, nobody waits for later ones: some are kept, and the
/// rest is left out.
final class UnreadOutput extends OutputStream {
    private final OutputStream out;
    private final Duration patience;
    private final ExecutorService writer;
    private Future<?> last = CompletableFuture.completedFuture(null);
    private long leftOut;

    /// @param mostKept how many lines are kept behind one that is not taken
    UnreadOutput(OutputStream out, Duration patience, int mostKept) {
        this.out = out;
        this.patience = patience;
        this.writer = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(mostKept),
                Thread.ofPlatform().daemon().name("log").factory());
    }

    /// Writes a line, or leaves it out.
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        boolean isRead = last.isDone();
        byte[] line = Arrays.copyOfRange(bytes, offset, offset + length);
        try {
            last = writer.submit(() -> {
                out.write(line);
                out.flush();
                return null;
            });
        } catch (RejectedExecutionException e) {
            leftOut++;
            return;
        }
        if (isRead) {
            await();
        }
    }

    @Override
    public void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    /// How many lines were left out since this was asked last; 0 as long as more may be.
    synchronized long leftOut() {
        if (!last.isDone()) {
            return 0;
        }
        long lines = leftOut;
        leftOut = 0;
        return lines;
    }

    /// An interrupt is for what the thread does when it has said its line.
    private void await() {
        boolean isInterrupted = false;
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!last.isDone() && System.nanoTime() < end) {
                try {
                    last.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (TimeoutException | ExecutionException e) {
            // It is not read, or cannot be written: there is nobody to tell.
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Not the output itself, which is the process's.
    @Override
    public void close() {
        writer.shutdown();
    }
}
