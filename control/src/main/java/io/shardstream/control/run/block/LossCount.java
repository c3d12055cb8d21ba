package io.shardstream.control.run.block;

import io.shardstream.control.run.equality.AtSwap;
import io.shardstream.control.run.equality.FinalNumbers;
import java.time.Duration;
import java.time.Instant;

/// Counts what clients wrote to the target since the swap, as a step of what moves production back.
///
/// @param target its shards
/// @param atSwap how far they were at the swap
/// @param accepted what may be lost: where that is whatever it is, no primary is waited for
public record LossCount(Sides sides, FinalNumbers target, AtSwap atSwap, Loss accepted, Steps steps) {
    /// For as long a primary of the target is waited for: another copy takes its place within seconds, if there
    /// is one.
    private static final Duration COMING_BACK = Duration.ofSeconds(10);

    /// @param isBlocked whether writes to the target are blocked
    public Written take(String step, boolean isBlocked) throws Exception {
        Instant late =
                accepted instanceof Loss.Whatever ? Instant.MIN : steps.now().plus(COMING_BACK);
        return steps.take(step, () -> {
            boolean isLate = !steps.now().isBefore(late);
            return Written.count(sides, target, atSwap, isBlocked, isLate, steps.sleeper())
                    .map(written -> new Steps.Taken<>(written, written.detail()));
        });
    }
}
