package io.shardstream.bench.report;

import java.util.List;
import java.util.function.Predicate;

/// One thing that was measured several times.
///
/// @param name of what was measured, such as `_reindex, size 1000`
/// @param samples in the order in which they were taken
/// @param unit such as `docs/s`
/// @param isOfPeer whether it is what others reach, which charts show in another colour
public record Row(String name, Samples samples, String unit, boolean isOfPeer) {
    /// Of ours.
    public Row(String name, Samples samples, String unit) {
        this(name, samples, unit, false);
    }

    /// Of what was measured once.
    public static Row once(String name, double value, String unit) {
        return new Row(name, new Samples(List.of(value)), unit);
    }

    /// One for each contestant.
    ///
    /// @param place what their names are prefixed with, or nothing
    /// @param isOurs whether a contestant of that name is no peer
    public static List<Row> all(String place, Measured measured, String unit, Predicate<String> isOurs) {
        return measured.names().stream()
                .map(name -> new Row(place + name, measured.of(name), unit, !isOurs.test(name)))
                .toList();
    }
}
