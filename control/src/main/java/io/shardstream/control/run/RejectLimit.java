package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.AcceptedRejects;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/// Stops a run that has more rejects than an operator takes: pauses it and says so, in one write with the
/// number of rejects that there are. Whoever lets it go on accepts those, and it goes on until there are as
/// many more again. What is being published again counts as it did before: the target has not refused it
/// anew.
final class RejectLimit {
    /// The most rejects of a run for which nobody has set a limit: as many as somebody can look at.
    private static final int MOST_WITHOUT_A_LIMIT = 1_000;

    /// The least: a handful is looked at when the copy is complete, which ends with an exit code of its own
    /// then.
    private static final int LEAST_WITHOUT_A_LIMIT = 10;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private final String run;
    private final OptionalInt said;
    private final long most;
    private Instant nextLook = Instant.MIN;

    /// @param said open rejects that the run may have; empty for one of a hundred documents, between 10 and
    ///     1,000
    /// @param documents that the source had when the run was planned: a number that every process of the run
    ///     knows, and that does not grow while it works
    RejectLimit(String run, OptionalInt said, long documents) {
        this.run = run;
        this.said = said;
        this.most = said.isPresent()
                ? said.getAsInt()
                : Math.clamp(documents / 100, LEAST_WITHOUT_A_LIMIT, MOST_WITHOUT_A_LIMIT);
    }

    /// Whether the state has to be read for it now: always where somebody has set the limit, else every half
    /// minute.
    boolean isDue(Instant now) {
        if (said.isPresent()) {
            return true;
        }
        if (now.isBefore(nextLook)) {
            return false;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        return true;
    }

    /// Stops the run if there are more rejects than that.
    ///
    /// @return whether it may go on
    boolean holds(RunState state, ControllerEpoch term) {
        if (!Stoppage.isKnown(AcceptedRejects.KEY, AcceptedRejects::decode, term)) {
            return false;
        }
        long accepted = term.read(AcceptedRejects.KEY, AcceptedRejects::decode)
                .map(AcceptedRejects::rejects)
                .orElse(0L);
        long rejected = state.rejected();
        boolean isStopped = Stoppage.isSet(Blocked.REJECTS, term);
        long refused = rejected - state.underReplay();
        boolean isTooMany = refused - accepted > most;
        if (rejected < accepted || (isStopped && rejected > accepted)) {
            // Some were taken, or some came that were under way when the run was stopped.
            term.write(AcceptedRejects.KEY, new AcceptedRejects(rejected).encode());
        } else if (isTooMany && !term.isPaused()) {
            stop(refused, accepted, term);
        }
        return !isStopped && !isTooMany;
    }

    private String allowed() {
        return said.isPresent()
                ? "rejects.max allows " + most
                : "this run may have " + NumberText.count(most) + ", as its run file has no rejects.max";
    }

    private void stop(long rejected, long accepted, ControllerEpoch term) {
        String sentence =
                "%s rejected%s, and %s: 'rejects list' shows why. 'resume' accepts them and lets run %s go on."
                        .formatted(
                                NumberText.of(rejected, "document is", "documents are"),
                                accepted == 0 ? "" : ", %d more than were accepted".formatted(rejected - accepted),
                                allowed(),
                                run);
        Stoppage.begin(
                Blocked.REJECTS,
                "too many rejects",
                sentence,
                Map.of(AcceptedRejects.KEY, new AcceptedRejects(rejected).encode()),
                term);
    }
}
