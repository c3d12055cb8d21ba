package io.shardstream.cli.status;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/// A phase of a run that somebody waits for. A later one is as good, unless the run was given up. A run that catches up
/// and has to read what it had read before is in that phase, but not there.
record PhaseGoal(Phase wanted) {
    /// What the wait has come to.
    ///
    /// @param now where the run stands
    /// @param isBlocked whether a person must look before it goes on
    /// @param isWhole whether the target holds all that was to be copied first; asked only where it counts
    /// @return the exit code that says it, empty while there is something to wait for
    OptionalInt reached(Phase now, boolean isBlocked, BooleanSupplier isWhole) {
        if (hasPassed(now) || isThere(now, isBlocked, isWhole)) {
            return OptionalInt.of(ExitCodes.DONE);
        }
        if (now.isEnd()) {
            return OptionalInt.of(ExitCodes.FAILED);
        }
        return isBlocked ? OptionalInt.of(ExitCodes.BLOCKED) : OptionalInt.empty();
    }

    private boolean isThere(Phase now, boolean isBlocked, BooleanSupplier isWhole) {
        return now == wanted && (now != Phase.CATCHING_UP || (!isBlocked && isWhole.getAsBoolean()));
    }

    private boolean hasPassed(Phase now) {
        return switch (now) {
            case BACKFILL, CATCHING_UP, CUTTING_OVER, COMPLETED -> now.compareTo(wanted) > 0;
            case ABORTED, FAILED -> false;
        };
    }
}
