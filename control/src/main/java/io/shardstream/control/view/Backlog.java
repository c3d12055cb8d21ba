package io.shardstream.control.view;

import java.util.OptionalDouble;

/// What waits in Kafka.
///
/// @param records that have no outcome yet
/// @param bytes of their documents, estimated by the mean size of all that were read
/// @param seconds that it would take to write them as fast as during the last minute; empty while nothing is written
///     and something waits
public record Backlog(long records, long bytes, OptionalDouble seconds) {
    static Backlog of(long records, long bytes, Rates recordsPerSecond) {
        double rate = recordsPerSecond.minute();
        return new Backlog(
                records,
                bytes,
                records == 0
                        ? OptionalDouble.of(0)
                        : rate > 0 ? OptionalDouble.of(records / rate) : OptionalDouble.empty());
    }
}
