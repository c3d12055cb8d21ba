package io.shardstream.cli.watch;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.record.Phase;
import io.shardstream.control.view.Standing;
import java.util.OptionalInt;

/// What the exit code of the command says of a run.
final class Ended {
    private Ended() {}

    /// Of a run that has ended; empty for one that goes on. So does a completed one while clients cannot write: a
    /// rollback of it is not finished.
    static OptionalInt code(Standing standing) {
        if (standing.phase().equals(Phase.COMPLETED.label())) {
            return standing.refused().isPresent() ? OptionalInt.empty() : OptionalInt.of(ExitCodes.DONE);
        }
        boolean isLost = standing.phase().equals(Phase.ABORTED.label())
                || standing.phase().equals(Phase.FAILED.label());
        return isLost ? OptionalInt.of(ExitCodes.FAILED) : OptionalInt.empty();
    }

    /// Of one that may go on too.
    static int codeNow(Standing standing) {
        return code(standing).orElse(standing.blocked().isEmpty() ? ExitCodes.INCOMPLETE : ExitCodes.BLOCKED);
    }
}
