package io.shardstream.reader;

import io.shardstream.common.group.Pin;
import io.shardstream.common.record.Throttle;
import java.time.Duration;

/// How much a reader does at once.
///
/// @param windowsInFlight windows of one shard between request and acknowledgement, at least 1
/// @param windowBytes wanted size of a response; one of up to twice that size is accepted
/// @param maxBytes most bytes of all shards between request and acknowledgement. Not counted is one
///     document larger than a response may be: there is at most one such at a time
/// @param maxBacklog bytes of all lanes that may wait for the writers before reading waits for them, at least 1
/// @param sessionTimeout after which the group gives the shards of a silent reader to others
/// @param refreshSource whether the source may be asked for refreshes
/// @param pin which shards it prefers
/// @param throttle how fast it may read until a command says otherwise
public record ReaderSettings(
        int windowsInFlight,
        long windowBytes,
        long maxBytes,
        long maxBacklog,
        Duration sessionTimeout,
        boolean refreshSource,
        Pin pin,
        Throttle throttle) {
    public ReaderSettings {
        if (windowsInFlight < 1) {
            throw new IllegalArgumentException("at least one window must be in flight, got " + windowsInFlight);
        }
        if (windowBytes < 1 || maxBytes < windowBytes) {
            throw new IllegalArgumentException(
                    "a window must fit into the bytes in flight, got " + windowBytes + " and " + maxBytes);
        }
        if (maxBacklog < 1) {
            throw new IllegalArgumentException("a backlog must be allowed a byte, got " + maxBacklog);
        }
        if (sessionTimeout.isNegative() || sessionTimeout.isZero()) {
            throw new IllegalArgumentException("the session time-out must be positive, got " + sessionTimeout);
        }
    }
}
