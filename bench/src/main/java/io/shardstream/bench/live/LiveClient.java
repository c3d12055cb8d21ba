package io.shardstream.bench.live;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/// A client of production that writes in a thread of its own until it is closed.
final class LiveClient implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Thread thread;
    private volatile boolean isOver;
    private @Nullable Exception failure;

    /// What it does.
    @FunctionalInterface
    interface Work {
        /// Returns soon after the client is over, if not before.
        void writeBy(LiveClient client) throws IOException, InterruptedException;
    }

    /// Begins to write.
    LiveClient(String name, Work work) {
        this.thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                work.writeBy(this);
            } catch (IOException | InterruptedException e) {
                failure = e;
            }
        });
    }

    boolean isOver() {
        return isOver;
    }

    /// @return the body of the answer
    String send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /// Writes no more.
    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
    }

    /// Why it could not go on. To be asked once it is closed.
    ///
    /// @return null if nothing failed
    @Nullable
    Exception failure() {
        return failure;
    }
}
