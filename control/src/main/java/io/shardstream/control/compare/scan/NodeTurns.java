package io.shardstream.control.compare.scan;

import io.shardstream.common.shard.CopyLocation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// Whose turn it is at a node: of many threads one asks it at a time, and others ask other nodes meanwhile. A
/// node that is not known counts as one.
final class NodeTurns {
    private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();
    private final Semaphore atOnce;

    /// @param atOnce nodes that may be asked at the same time
    NodeTurns(int atOnce) {
        this.atOnce = new Semaphore(atOnce, true);
    }

    /// A turn at a node, which ends when it is closed. Whoever has one must not wait for another.
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /// Blocks until it is the caller's.
    Turn at(CopyLocation place) throws InterruptedException {
        ReentrantLock turn = turns.computeIfAbsent(place.node(), _ -> new ReentrantLock(true));
        turn.lockInterruptibly();
        try {
            atOnce.acquire();
        } catch (InterruptedException e) {
            turn.unlock();
            throw e;
        }
        return () -> {
            atOnce.release();
            turn.unlock();
        };
    }
}
