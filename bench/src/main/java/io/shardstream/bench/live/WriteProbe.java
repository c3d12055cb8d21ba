package io.shardstream.bench.live;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A client that writes to production all the time, and notes for how long it is refused. It deletes a
/// document that is not there, which is a write like any other and changes no document.
final class WriteProbe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long BETWEEN_NANOS = 10_000_000;
    private static final double NANOS = 1e9;

    /// Only a write that was taken has one.
    private static final String RESULT = "\"result\":";

    private final ProductionAddress at;
    private final String path;
    private final LiveClient client;
    private long lastTaken = System.nanoTime();
    private boolean isRefused;
    private long refusedNanos;

    private WriteProbe(ProductionAddress at, String index) {
        this.at = at;
        this.path = "/" + index + "/_doc/no-such-document";
        this.client = new LiveClient("client", this::write);
    }

    /// Begins to write.
    ///
    /// @param at asked before each write
    /// @param index that it writes to, or an alias
    static WriteProbe start(ProductionAddress at, String index) {
        return new WriteProbe(at, index);
    }

    private void write(LiveClient by) throws IOException, InterruptedException {
        while (!by.isOver()) {
            String answer = by.send(HttpRequest.newBuilder(at.of(path))
                    .timeout(PATIENCE)
                    .DELETE()
                    .build());
            answered(answer.contains(RESULT), System.nanoTime());
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
    }

    private void answered(boolean isTaken, long now) {
        if (isTaken) {
            refusedNanos += isRefused ? now - lastTaken : 0;
            lastTaken = now;
        }
        isRefused = !isTaken;
    }

    @Override
    public void close() {
        client.close();
    }

    /// Seconds between a write that was taken and the next one that was, where one between them was refused;
    /// 0 if none was. To be asked once this is closed.
    ///
    /// @throws IllegalStateException if the server did not answer, or refused the last write
    double seconds() {
        if (client.failure() != null || isRefused) {
            throw new IllegalStateException("a client could not write in the end", client.failure());
        }
        return refusedNanos / NANOS;
    }
}
