package io.shardstream.bench.live;

import io.shardstream.bench.report.Curve;
import io.shardstream.bench.report.Curve.Standstill;
import java.util.Locale;
import java.util.OptionalDouble;

/// How a copy got over the death of one of its services.
///
/// @param before how much a second was done before
/// @param still seconds from the kill until something was done again that was not under way before
/// @param back seconds from the kill until the rate was back
/// @param repeated what was done more than once
record Recovery(double before, double still, double back, Repeated repeated) {
    /// Over so much time before the kill is the rate taken that must be reached again.
    private static final double BEFORE = 5;

    private static final double WINDOW = 1;
    private static final double PART = 0.9;

    /// Finds it in what was done and when.
    ///
    /// @param killed when, in the curve's seconds
    /// @throws IllegalStateException if the rate was never back
    static Recovery of(Curve curve, double killed, Repeated repeated) {
        double before = curve.rate(Math.max(curve.begin(), killed - BEFORE), killed);
        // What a service had sent before it died, the servers go on with for a moment.
        Standstill still = curve.standstill(killed);
        OptionalDouble back = curve.isBack(still.from(), WINDOW, PART * before);
        if (back.isEmpty()) {
            throw new IllegalStateException(
                    "The copy was over before %,.0f/s were reached again: measure with more documents (--docs)"
                            .formatted(PART * before));
        }
        return new Recovery(before, still.to() - killed, back.getAsDouble() - killed, repeated);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,.0f/s before, nothing new for %.2f s, back after %.2f s; %s",
                before,
                still,
                back,
                repeated);
    }
}
