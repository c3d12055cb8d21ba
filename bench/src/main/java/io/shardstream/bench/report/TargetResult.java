package io.shardstream.bench.report;

import java.util.Optional;

/// What was measured for a target.
///
/// @param value in the target's unit
/// @param detail under what conditions, such as the server and the number of pairs
/// @param flaw why it says nothing about the target; empty if it does
public record TargetResult(Target target, double value, String detail, Optional<String> flaw) {
    public TargetResult(Target target, double value, String detail) {
        this(target, value, detail, Optional.empty());
    }

    /// The median of a figure that was taken several times.
    ///
    /// @param where under what conditions
    public static TargetResult of(Target target, Samples samples, String where) {
        String spread = "%s; %s to %s in %d rounds"
                .formatted(
                        where,
                        target.text(samples.min()),
                        target.text(samples.max()),
                        samples.values().size());
        return new TargetResult(target, samples.median(), spread);
    }

    /// The same, if what its target takes for granted was so; else as one that says nothing about it.
    ///
    /// @param why what was not so
    public TargetResult given(boolean wasSo, String why) {
        return wasSo ? this : new TargetResult(target, value, detail, Optional.of(why));
    }

    public TargetVerdict verdict() {
        if (flaw.isPresent()) {
            return TargetVerdict.VOID;
        }
        return target.isReached(value) ? TargetVerdict.REACHED : TargetVerdict.MISSED;
    }
}
