package io.shardstream.writer;

import java.time.Duration;

/// How much a writer takes on at once.
///
/// @param bulkBytes a bulk of several documents is not longer than this; a document that is longer goes
///     alone
/// @param bulksInFlight bulks under way to the target at once
/// @param maxBytes documents held in memory between Kafka and the target; bodies under way come on top
/// @param sessionTimeout how soon the group gives a silent writer's lanes to another
public record WriterSettings(long bulkBytes, int bulksInFlight, long maxBytes, Duration sessionTimeout) {
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
}
