package io.shardstream.bench.report;

import io.shardstream.bench.measure.Samples;

/// What was measured for a target.
///
/// @param value in the target's unit
/// @param detail under what conditions, such as the server and the number of pairs
public record Finding(Target target, double value, String detail) {
    /// The median of a figure that was taken several times.
    ///
    /// @param where under what conditions
    public static Finding of(Target target, Samples samples, String where) {
        String spread = "%s; %s to %s in %d rounds"
                .formatted(
                        where,
                        target.text(samples.min()),
                        target.text(samples.max()),
                        samples.values().size());
        return new Finding(target, samples.median(), spread);
    }

    public boolean isReached() {
        return target.isReached(value);
    }
}
