package io.shardstream.common.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;

/// Allows so much in each period, and counts the rest.
final class Ration {
    private final int most;
    private final Duration period;
    private final InstantSource clock;
    private Instant begin;
    private int taken;
    private long left;

    Ration(int most, Duration period, InstantSource clock) {
        this.most = most;
        this.period = period;
        this.clock = clock;
        this.begin = clock.instant();
    }

    /// Asks for one more.
    ///
    /// @return how many were not allowed since the last one that was; empty if this one is not either
    synchronized OptionalLong take() {
        Duration since = Duration.between(begin, clock.instant());
        // Also when the clock was set back.
        if (since.isNegative() || since.compareTo(period) >= 0) {
            begin = clock.instant();
            taken = 0;
        }
        if (taken == most) {
            left++;
            return OptionalLong.empty();
        }
        taken++;
        OptionalLong before = OptionalLong.of(left);
        left = 0;
        return before;
    }
}
