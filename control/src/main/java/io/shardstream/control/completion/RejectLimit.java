package io.shardstream.control.completion;

import io.shardstream.common.numbers.Numbers;
import io.shardstream.common.record.AcceptedRejects;
import io.shardstream.common.record.Blocked;
import io.shardstream.control.controller.Term;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/// Stops a run that has more rejects than an operator takes: pauses it and says so, in one write with the number of
/// rejects that there are. Whoever lets it go on accepts those, and it goes on until there are as many more again. What
/// is being published again counts as it did before: the target has not refused it anew.
final class RejectLimit {
    /// Rejects of a run for which nobody has set a limit. Each process that may control the run keeps what is rejected
    /// twice, for a bit more than 20 bytes each time while its tables are full: 140 MB for so many.
    static final int WITHOUT_A_LIMIT = 3_000_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private final String run;
    private final OptionalInt most;
    private Instant nextLook = Instant.MIN;

    /// @param most open rejects; empty for [#WITHOUT_A_LIMIT]
    RejectLimit(String run, OptionalInt most) {
        this.run = run;
        this.most = most;
    }

    /// Whether the state has to be read for it now: always where somebody has set the limit, else every half minute.
    boolean isDue(Instant now) {
        if (most.isPresent()) {
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
    boolean holds(RunState state, Term term) {
        if (!Stoppage.isKnown(AcceptedRejects.KEY, AcceptedRejects::decode, term)) {
            return false;
        }
        long accepted = term.read(AcceptedRejects.KEY, AcceptedRejects::decode)
                .map(AcceptedRejects::rejects)
                .orElse(0L);
        long rejected = state.rejected();
        boolean isStopped = Stoppage.isSet(Blocked.REJECTS, term);
        long refused = rejected - state.underReplay();
        boolean isTooMany = refused - accepted > most.orElse(WITHOUT_A_LIMIT);
        if (rejected < accepted || (isStopped && rejected > accepted)) {
            // Some were taken, or some came that were under way when the run was stopped.
            term.write(AcceptedRejects.KEY, new AcceptedRejects(rejected).encode());
        } else if (isTooMany && !term.isPaused()) {
            stop(refused, accepted, term);
        }
        return !isStopped && !isTooMany;
    }

    private String allowed() {
        return most.isPresent()
                ? "rejects.max allows " + most.getAsInt()
                : "a run without rejects.max may have " + Numbers.count(WITHOUT_A_LIMIT);
    }

    private void stop(long rejected, long accepted, Term term) {
        String sentence =
                "%s rejected%s, and %s: 'rejects list' shows why. 'resume' accepts them and lets run %s go on."
                        .formatted(
                                Numbers.of(rejected, "document is", "documents are"),
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
