package io.shardstream.control.console.view;

import java.util.List;
import java.util.OptionalDouble;

/// What waits in Kafka.
///
/// @param records that have no outcome yet
/// @param bytes of their documents, estimated by the mean size of all that were read
/// @param seconds that it would take to write them as fast as during the last minute; empty while nothing is
///     written and something waits
public record BacklogView(long records, long bytes, OptionalDouble seconds) {
    static BacklogView of(long records, long bytes, Rates recordsPerSecond) {
        double rate = recordsPerSecond.minute();
        return new BacklogView(
                records,
                bytes,
                records == 0
                        ? OptionalDouble.of(0)
                        : rate > 0 ? OptionalDouble.of(records / rate) : OptionalDouble.empty());
    }

    /// Of several that are written side by side: together they take as long as the one that takes longest.
    static BacklogView sum(List<BacklogView> parts) {
        boolean allMove = parts.stream().allMatch(part -> part.seconds().isPresent());
        return new BacklogView(
                parts.stream().mapToLong(BacklogView::records).sum(),
                parts.stream().mapToLong(BacklogView::bytes).sum(),
                allMove
                        ? OptionalDouble.of(parts.stream()
                                .mapToDouble(part -> part.seconds().orElse(0))
                                .max()
                                .orElse(0))
                        : OptionalDouble.empty());
    }
}
