package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.shard.TargetOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// A run that has a control topic and no plan in it: it is being prepared, or that was broken off.
public final class UnplannedRun {
    /// How long after its last record a process may still be at work on the plan.
    static final Duration MAY_BE_AT_WORK = Duration.ofMinutes(5);

    private UnplannedRun() {}

    /// Why nothing of it may be deleted yet, as a sentence; empty if nobody seems to prepare it.
    ///
    /// @param lastWritten when the last record of its control topic was written; empty if there is none
    public static Optional<String> beingPrepared(String run, Optional<Instant> lastWritten, Instant now) {
        return lastWritten
                .map(last -> Duration.between(now, last.plus(MAY_BE_AT_WORK)))
                .filter(Duration::isPositive)
                .map(left -> "Another process may be preparing run " + run + ": give 'clean' again in " + minutes(left)
                        + ".");
    }

    /// Rounded up.
    private static String minutes(Duration left) {
        long minutes = left.plusMinutes(1).minusNanos(1).toMinutes();
        return minutes == 1 ? "a minute" : minutes + " minutes";
    }

    /// Under which names it has taken its target, if it has; empty if it has not touched it.
    ///
    /// @throws io.shardstream.common.loop.BlockedException if its id cannot be read
    public static Optional<TargetOwner> owner(String run, ControlRecords said) {
        return said.of(RunId.KEY, RunId::decode).map(id -> TargetOwner.beginning(run, id));
    }
}
