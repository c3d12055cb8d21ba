package io.shardstream.ittests.faults;

import io.shardstream.localcluster.search.SearchNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/// A node that stands still, and later moves for half of the time.
final class Stutter implements AutoCloseable {
    private static final long STILL = Duration.ofMillis(100).toNanos();
    private static final long MOVING = Duration.ofMillis(100).toNanos();

    private final SearchNode node;
    private CompletableFuture<Void> moves = CompletableFuture.completedFuture(null);
    private volatile boolean over;

    private Stutter(SearchNode node) {
        this.node = node;
        node.suspend();
    }

    /// Stands still from now on.
    static Stutter of(SearchNode node) {
        return new Stutter(node);
    }

    void moveNowAndThen() {
        moves = CompletableFuture.runAsync(
                () -> {
                    while (!over) {
                        node.resume();
                        LockSupport.parkNanos(MOVING);
                        node.suspend();
                        LockSupport.parkNanos(STILL);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    /// Moves again as it did.
    @Override
    public void close() {
        over = true;
        moves.join();
        node.resume();
    }
}
