package io.shardstream.reader;

import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.group.MemberSettings;
import java.time.Duration;
import java.util.OptionalLong;

/// How much a reader does at once.
///
/// @param windowsInFlight windows of one shard between request and acknowledgement, at least 1
/// @param windowBytes wanted size of a response; one of up to twice that size is accepted
/// @param maxBytes most bytes of all shards between request and acknowledgement. Not counted is one
///     document larger than a response may be: there is at most one such at a time
/// @param maxBacklog bytes of all lanes that may wait for the writers before reading waits for them, as the run file
///   says
/// @param member of the readers' group, which shares the source shards
/// @param refreshSource whether the source may be asked for refreshes
/// @param refreshInterval about the time between two rounds of refreshes of one shard, at least 1 ms
/// @param throttle how fast it may read until a command says otherwise
public record ReaderSettings(
        int windowsInFlight,
        long windowBytes,
        long maxBytes,
        OptionalLong maxBacklog,
        MemberSettings member,
        boolean refreshSource,
        Duration refreshInterval,
        Throttle throttle) {
    public ReaderSettings {
        if (windowsInFlight < 1) {
            throw new IllegalArgumentException("at least one window must be in flight, got " + windowsInFlight);
        }
        if (windowBytes < 1 || maxBytes < windowBytes) {
            throw new IllegalArgumentException(
                    "a window must fit into the bytes in flight, got " + windowBytes + " and " + maxBytes);
        }
    }
}
