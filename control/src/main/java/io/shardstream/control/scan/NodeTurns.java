package io.shardstream.control.scan;

import io.shardstream.common.primary.Place;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Whose turn it is at a node: of many threads one asks it at a time, and others ask other nodes meanwhile. A node that
/// is not known counts as one.
final class NodeTurns {
    private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

    /// A turn at a node, which ends when it is closed.
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    /// Blocks until it is the caller's.
    Turn at(Place place) throws InterruptedException {
        ReentrantLock turn = turns.computeIfAbsent(place.node(), _ -> new ReentrantLock());
        turn.lockInterruptibly();
        return turn::unlock;
    }
}
