package io.shardstream.cli.status;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.record.Phase;
import java.util.OptionalInt;

/// A phase of a run that somebody waits for. A later one is as good, unless the run was given up.
record PhaseGoal(Phase wanted) {
    /// What the wait has come to.
    ///
    /// @param now where the run stands
    /// @param isBlocked whether a person must look before it goes on
    /// @return the exit code that says it, empty while there is something to wait for
    OptionalInt reached(Phase now, boolean isBlocked) {
        if (now == wanted || hasPassed(now)) {
            return OptionalInt.of(ExitCodes.DONE);
        }
        if (now.isEnd()) {
            return OptionalInt.of(ExitCodes.FAILED);
        }
        return isBlocked ? OptionalInt.of(ExitCodes.BLOCKED) : OptionalInt.empty();
    }

    private boolean hasPassed(Phase now) {
        return switch (now) {
            case BACKFILL, CATCHING_UP, CUTTING_OVER, COMPLETED -> now.compareTo(wanted) > 0;
            case ABORTED, FAILED -> false;
        };
    }
}
