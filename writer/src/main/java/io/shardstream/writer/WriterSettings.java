package io.shardstream.writer;

import io.shardstream.common.group.Pin;
import io.shardstream.common.record.Throttle;
import io.shardstream.common.runfile.BulkScope;
import java.time.Duration;
import java.util.Optional;

/// How much a writer takes on at once.
///
/// @param bulkBytes a bulk of several documents is not longer than this; a document that is longer goes
///     alone
/// @param bulkScope whose records one bulk holds
/// @param bulksInFlight bulks under way to one data node at once, at most
/// @param maxBytes documents held in memory between Kafka and the target; bodies under way come on top
/// @param sessionTimeout how soon the group gives a silent writer's lanes to another
/// @param pin which lanes it prefers
/// @param instance its name as a static member of the group, which keeps its lanes for a session time-out after it is
///     stopped; empty for a writer that gives them back
/// @param throttle how fast it may write until a command says otherwise
public record WriterSettings(
        long bulkBytes,
        BulkScope bulkScope,
        int bulksInFlight,
        long maxBytes,
        Duration sessionTimeout,
        Pin pin,
        Optional<String> instance,
        Throttle throttle) {
    private static final Duration MOST_BETWEEN_HEARTBEATS = Duration.ofSeconds(1);

    public WriterSettings {
        if (bulkBytes < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "bulk bytes and bytes held must be positive, got " + bulkBytes + " and " + maxBytes);
        }
        if (bulksInFlight < 1) {
            throw new IllegalArgumentException("bulks in flight must be at least 1, got " + bulksInFlight);
        }
        if (sessionTimeout.isNegative() || sessionTimeout.isZero()) {
            throw new IllegalArgumentException("the session time-out must be positive, got " + sessionTimeout);
        }
    }

    /// How often a writer tells its group that it is there: a third of the session time-out, a second at most.
    /// With the answer it hears that the others join anew, so a division takes about as long, and a lane that
    /// moves two of them.
    public Duration heartbeats() {
        Duration third = sessionTimeout.dividedBy(3);
        return third.compareTo(MOST_BETWEEN_HEARTBEATS) < 0 ? third : MOST_BETWEEN_HEARTBEATS;
    }
}
