package io.shardstream.common.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// How long a client may take nothing of what is written to it. Whoever stops to read, and stays, would keep
/// its place for ever, and needs no token for that. An interrupt of a virtual thread closes the socket to which
/// it writes ([java.net.Socket#getOutputStream()]).
///
/// @param patience more than zero
record WriteLimit(Duration patience) {
    static final WriteLimit USUAL = new WriteLimit(Duration.ofSeconds(30));

    /// What writes to the client.
    @FunctionalInterface
    interface Write {
        void write() throws IOException;
    }

    /// Writes, on a virtual thread of this connection alone.
    ///
    /// @throws IOException also if the time is over; the thread is interrupted and the connection closed then
    void hold(Write write) throws IOException {
        Thread writing = Thread.currentThread();
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        CompletableFuture<Void> told = end.completeOnTimeout(true, patience.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(isLate -> {
                    if (isLate) {
                        writing.interrupt();
                    }
                });
        try {
            write.write();
        } finally {
            // Takes the timer away. If it was first, the thread is marked by the time this returns, and what
            // it does next ends by that.
            if (!end.complete(false)) {
                told.join();
            }
        }
    }
}
