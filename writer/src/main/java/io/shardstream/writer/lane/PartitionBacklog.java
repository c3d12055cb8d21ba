package io.shardstream.writer.lane;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// What one partition has still to take, and what the producer has of it.
final class PartitionBacklog {
    private final TopicPartition partition;
    private final ArrayDeque<Pending> unsent = new ArrayDeque<>();
    /// What the producer has and somebody still waits for.
    private final Set<Pending> awaited = Collections.newSetFromMap(new IdentityHashMap<>());

    private int unacked;
    private long unackedBytes;
    private long quietSince;
    private boolean isRefused;

    PartitionBacklog(TopicPartition partition) {
        this.partition = partition;
    }

    TopicPartition partition() {
        return partition;
    }

    void add(Pending pending) {
        unsent.addLast(pending);
    }

    void addFirst(Pending pending) {
        unsent.addFirst(pending);
    }

    /// What the producer is to get next, or null.
    @Nullable
    Pending next() {
        return unsent.peekFirst();
    }

    /// Takes that out: the producer has it.
    ///
    /// @param nanos now
    Pending take(long nanos) {
        if (unacked == 0) {
            quietSince = nanos;
        }
        Pending pending = unsent.removeFirst();
        awaited.add(pending);
        unacked++;
        unackedBytes += pending.size();
        return pending;
    }

    /// The producer is done with it.
    ///
    /// @return whether somebody waits for it
    boolean cameBack(Pending pending) {
        unacked--;
        unackedBytes -= pending.size();
        return awaited.remove(pending);
    }

    /// Nobody waits for any of it any more. What the producer has it keeps.
    void giveUp() {
        unsent.clear();
        awaited.clear();
    }

    /// The partition has taken something.
    ///
    /// @param nanos now
    void taken(long nanos) {
        quietSince = nanos;
        isRefused = false;
    }

    /// It has not taken something for as long as the producer tries: until it does the producer gets one
    /// record at a time.
    void refused() {
        isRefused = true;
    }

    boolean isRefused() {
        return isRefused;
    }

    boolean isUnacked() {
        return unacked > 0;
    }

    /// Bytes of what the producer has.
    long unackedBytes() {
        return unackedBytes;
    }

    /// Since when the producer has something of which nothing was taken.
    long quietSince() {
        return quietSince;
    }

    /// Whether there is nothing to send, and nothing with the producer.
    boolean isEmpty() {
        return unsent.isEmpty() && unacked == 0;
    }
}
