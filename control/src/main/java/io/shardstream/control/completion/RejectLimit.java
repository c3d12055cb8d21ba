package io.shardstream.control.completion;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.AcceptedRejects;
import io.shardstream.common.record.Blocked;
import io.shardstream.control.controller.Term;
import io.shardstream.control.state.RunState;
import java.util.Map;
import java.util.OptionalInt;

/// Stops a run that has more rejects than an operator takes: pauses it and says so, in one write with the number of
/// rejects that there are. Whoever lets it go on accepts those, and it goes on until there are as many more again. What
/// is being published again counts as it did before: the target has not refused it anew.
final class RejectLimit {
    private final String run;
    private final OptionalInt most;

    /// @param most open rejects; empty for any number
    RejectLimit(String run, OptionalInt most) {
        this.run = run;
        this.most = most;
    }

    /// Whether there is a limit at all, so that the state has to be read for it.
    boolean isSet() {
        return most.isPresent();
    }

    /// Stops the run if there are more rejects than that.
    ///
    /// @return whether it may go on
    boolean holds(RunState state, Term term) {
        if (most.isEmpty()) {
            return true;
        }
        if (!Stoppage.isKnown(AcceptedRejects.KEY, AcceptedRejects::decode, term)) {
            return false;
        }
        long accepted = term.read(AcceptedRejects.KEY, AcceptedRejects::decode)
                .map(AcceptedRejects::rejects)
                .orElse(0L);
        long rejected = state.rejected();
        boolean isStopped = Stoppage.isSet(Blocked.REJECTS, term);
        long refused = rejected - state.underReplay();
        boolean isTooMany = refused - accepted > most.getAsInt();
        if (rejected < accepted || (isStopped && rejected > accepted)) {
            // Some were taken, or some came that were under way when the run was stopped.
            term.write(AcceptedRejects.KEY, new AcceptedRejects(rejected).encode());
        } else if (isTooMany && !term.isPaused()) {
            stop(refused, accepted, term);
        }
        return !isStopped && !isTooMany;
    }

    private void stop(long rejected, long accepted, Term term) {
        String sentence =
                "%s rejected%s, and rejects.max allows %d: 'rejects list' shows why. 'resume' accepts them and lets run %s go on."
                        .formatted(
                                Numbers.of(rejected, "document is", "documents are"),
                                accepted == 0 ? "" : ", %d more than were accepted".formatted(rejected - accepted),
                                most.orElseThrow(),
                                run);
        Stoppage.begin(
                Blocked.REJECTS,
                "too many rejects",
                sentence,
                Map.of(AcceptedRejects.KEY, new AcceptedRejects(rejected).encode()),
                term);
    }
}
