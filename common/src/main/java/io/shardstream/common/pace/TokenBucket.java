package io.shardstream.common.pace;

import java.time.Duration;
import java.time.Instant;

/// The bytes that may be taken by now at a rate. It is open while any are left, and may then be overdrawn: how large a
/// request gets is known only when it is there, and what was overdrawn is waited for afterwards. So over time the rate
/// holds, whatever the size of requests.
final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    /// The most that is saved up, in seconds of the rate.
    private static final double SAVED = 0.5;

    private double level;
    private Instant at;

    /// Empty.
    TokenBucket(Instant now) {
        this.at = now;
    }

    /// Fills it with what the time since the last call brings.
    ///
    /// @param rate in bytes a second, from 0
    void pass(Instant now, double rate) {
        double seconds = Duration.between(at, now).toNanos() / NANOS_PER_SECOND;
        level = Math.min(level + Math.max(0, seconds) * rate, SAVED * rate);
        at = now;
    }

    boolean isOpen() {
        return level > 0;
    }

    /// @param bytes fewer than none are given back
    void take(long bytes) {
        level -= bytes;
    }
}
