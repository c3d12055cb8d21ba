package io.shardstream.bench.sweep;

import java.util.OptionalInt;
import java.util.SortedMap;

/// How far something can be raised before a server refuses any of it.
final class CleanPoint {
    private CleanPoint() {}

    /// The highest step below the first at which anything was refused; empty if that is the lowest one.
    ///
    /// @param refused how often, by step
    static OptionalInt of(SortedMap<Integer, Long> refused) {
        OptionalInt clean = OptionalInt.empty();
        for (var step : refused.entrySet()) {
            if (step.getValue() > 0) {
                return clean;
            }
            clean = OptionalInt.of(step.getKey());
        }
        return clean;
    }

    /// Whether anything was refused at all.
    static boolean isPassed(SortedMap<Integer, Long> refused) {
        return refused.values().stream().anyMatch(times -> times > 0);
    }
}
