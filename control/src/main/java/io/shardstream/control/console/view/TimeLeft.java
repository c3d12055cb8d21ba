package io.shardstream.control.console.view;

import java.time.Duration;

/// How long it will still take, by the part of the run that takes longest: between what it would take as fast
/// as it went at best and at worst over the last ten seconds, minute and ten minutes.
///
/// @param low at best
/// @param high at worst; longer than all the same while nothing moved over one of them
/// @param by what takes longest, such as `lane 3` or `source shard 0`
public record TimeLeft(Duration low, Duration high, String by) {
    /// Longer than anybody waits.
    public static final Duration NEVER = Duration.ofDays(36_500);

    public TimeLeft {
        if (low.isNegative() || high.compareTo(low) < 0) {
            throw new IllegalArgumentException("the time left is between " + low + " and " + high);
        }
    }
}
