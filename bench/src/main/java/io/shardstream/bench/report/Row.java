package io.shardstream.bench.report;

import io.shardstream.bench.measure.Measured;
import io.shardstream.bench.measure.Samples;
import java.util.List;

/// One thing that was measured several times.
///
/// @param name of what was measured, such as `_reindex, size 1000`
/// @param samples in the order in which they were taken
/// @param unit such as `docs/s`
public record Row(String name, Samples samples, String unit) {
    /// Of what was measured once.
    public static Row once(String name, double value, String unit) {
        return new Row(name, new Samples(List.of(value)), unit);
    }

    /// One for each contestant.
    ///
    /// @param place what their names are prefixed with, or nothing
    public static List<Row> all(String place, Measured measured, String unit) {
        return measured.names().stream()
                .map(name -> new Row(place + name, measured.of(name), unit))
                .toList();
    }
}
