package io.shardstream.control.cutover;

import io.shardstream.common.record.Side;
import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import java.util.Optional;

/// The steps that set a write block, and what becomes of one that was left on the target.
final class OurBlocks {
    /// Clients are to write nothing to the source any more.
    static final String OF_SOURCE = "block writes to the source";
    /// Clients are to write nothing to the target any more.
    static final String OF_TARGET = "block writes to the target";
    /// Clients are to write to the target again.
    static final String LIFT_FROM_TARGET = "see that clients can write to the target";
    /// The block is set for its acknowledgement alone, and lifted at once.
    static final String QUIET = "wait for writes under way in the target's shards";

    private OurBlocks() {}

    static boolean mayBeOnTarget(Term term) {
        return NamedBlock.own(term, Side.TARGET).isPresent();
    }

    /// Whether a rollback, this one or an earlier one, has begun to block the target.
    static boolean mayBeOfRollback(Term term) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(one -> one.name().equals(OF_TARGET));
    }

    /// Lets clients write to the target again unless production has gone back: also where somebody has taken the mark
    /// of the cut-over away, without which no swap back can happen.
    ///
    /// @param steps of the request that is being carried out
    /// @return where production stands when nothing of an earlier rollback can arrive any more
    static Place openForProduction(Sides sides, Term term, Steps steps) throws Exception {
        Place before = steps.tried(sides::place);
        boolean mayBeProductions = switch (before) {
            case Place.Live _, Place.Unmarked _ -> true;
            case Place.Open _, Place.Fenced _, Place.Returned _ -> false;
        };
        if (!mayBeProductions) {
            return before;
        }
        liftFromTarget(sides, term, steps);
        // A swap back that was under way may have come before the name that it needs was taken.
        return steps.tried(sides::place);
    }

    /// Lets clients write to the target again, if a block of the run's own may be on it: also where none is found, as a
    /// call that sets one may come late. A block of somebody else stays, and so does the name by which another run
    /// knows its own.
    ///
    /// @param steps of the request that is being carried out
    static void liftFromTarget(Sides sides, Term term, Steps steps) throws Exception {
        if (!mayBeOnTarget(term) || !steps.tried(sides::isLastToBlockTarget)) {
            return;
        }
        boolean _ = steps.take(LIFT_FROM_TARGET, () -> {
            boolean wasBlocked = sides.isTargetBlocked();
            if (!sides.unblockTarget()) {
                return Optional.empty();
            }
            if (sides.isTargetBlocked()) {
                return Optional.of(new Steps.Taken<>(false, "its write block was set by somebody else, and stays"));
            }
            return Optional.of(new Steps.Taken<>(true, wasBlocked ? "its write block was lifted" : "they can"));
        });
    }
}
