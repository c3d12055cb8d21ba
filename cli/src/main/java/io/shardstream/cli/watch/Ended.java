package io.shardstream.cli.watch;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.view.RejectsLeft;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.RunView;
import java.util.OptionalInt;

/// What the exit code of the command says of a run.
final class Ended {
    private Ended() {}

    /// Of a run that has ended; empty for one that goes on. So does a completed one while clients cannot write: a
    /// rollback of it is not finished.
    static OptionalInt code(ControlTopicView standing) {
        if (standing.phase().equals(Phase.COMPLETED.label())) {
            return standing.refused().isPresent() ? OptionalInt.empty() : OptionalInt.of(ExitCodes.DONE);
        }
        boolean isLost = standing.phase().equals(Phase.ABORTED.label())
                || standing.phase().equals(Phase.FAILED.label());
        return isLost ? OptionalInt.of(ExitCodes.FAILED) : OptionalInt.empty();
    }

    /// Of one that may go on too. What a cut-over or `release` has ended was agreed to with its rejects, and says why
    /// it has ended; a copy that is just complete was not.
    static int codeNow(RunView view) {
        ControlTopicView standing = view.standing();
        int code = code(standing).orElse(goesOn(standing));
        return code == ExitCodes.DONE && standing.why().isEmpty()
                ? new RejectsLeft(view.rejected(), view.lostRejects(), standing.overtaken()).code()
                : code;
    }

    private static int goesOn(ControlTopicView standing) {
        if (!standing.blocked().isEmpty()) {
            return ExitCodes.BLOCKED;
        }
        return standing.nobody().isPresent() ? ExitCodes.NOBODY : ExitCodes.INCOMPLETE;
    }
}
