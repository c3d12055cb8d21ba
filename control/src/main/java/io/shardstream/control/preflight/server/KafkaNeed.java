package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.record.Trim;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What the run file asks of Kafka.
///
/// @param replication of the run's topics
/// @param lanes partitions of the docs topic; empty if that is not known
/// @param maxBacklog bytes of documents that may wait for the writers
/// @param trim what is taken away from the docs topic while the run works
/// @param sessionTimeout of readers and writers
/// @param documentBytes bytes of all documents; empty if that could not be measured
public record KafkaNeed(
        int replication,
        OptionalInt lanes,
        long maxBacklog,
        Trim trim,
        Duration sessionTimeout,
        OptionalLong documentBytes) {
    /// Bytes of documents that may lie in Kafka at once, all copies together, before they are compressed: the
    /// backlog where what was written is taken away, else everything.
    public long bytes() {
        return replication * bytesOfOneCopy();
    }

    private long bytesOfOneCopy() {
        long all = documentBytes.orElse(maxBacklog);
        return trim == Trim.WRITTEN ? Math.min(all, maxBacklog) : all;
    }

    /// How much of that the broker with the most copies of lanes has. Copies of lane `n` go to brokers `n`,
    /// `n + 1` and so on, around all of them (`StripedReplicaPlacer`, for brokers without racks).
    long mostOnOne(int brokers) {
        return lanes.isEmpty()
                ? bytes() / brokers
                : share(rounds(brokers) + Math.min(lanes.getAsInt() % brokers, replication), lanes.getAsInt());
    }

    /// Likewise the broker with the fewest; 0 where it may have none.
    long leastOnOne(int brokers) {
        return lanes.isEmpty()
                ? bytes() / brokers
                : share(
                        rounds(brokers) + Math.max(0, lanes.getAsInt() % brokers + replication - brokers),
                        lanes.getAsInt());
    }

    /// Whether a broker with that many free bytes may be full before it frees what is taken away: it does so
    /// in rounds (`log.retention.check.interval.ms`), and deletes files later still (`file.delete.delay.ms`).
    boolean mayPassBeforeFreed(long room) {
        return trim == Trim.WRITTEN && documentBytes.isPresent() && documentBytes.getAsLong() > room;
    }

    private int rounds(int brokers) {
        return lanes.getAsInt() / brokers * replication;
    }

    /// No broker has two copies of a lane.
    private long share(int copies, int ofLanes) {
        return bytesOfOneCopy() / ofLanes * Math.min(copies, ofLanes);
    }
}
