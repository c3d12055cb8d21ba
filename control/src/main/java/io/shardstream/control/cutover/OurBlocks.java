package io.shardstream.control.cutover;

import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import java.util.Optional;

/// The steps that set a write block, which is nobody's: that it may be the run's is known from the step, told before
/// it was taken, by this controller or an earlier one, for whatever request.
final class OurBlocks {
    /// Clients are to write nothing to the source any more.
    static final String OF_SOURCE = "block writes to the source";
    /// Clients are to write nothing to the target any more.
    static final String OF_TARGET = "block writes to the target";
    /// The block is set for its acknowledgement alone, and lifted at once.
    static final String QUIET = "wait for writes under way in the target's shards";

    private OurBlocks() {}

    static boolean mayBeOnSource(Term term) {
        return wasBegun(term, OF_SOURCE);
    }

    static boolean mayBeOnTarget(Term term) {
        return wasBegun(term, OF_TARGET) || wasBegun(term, QUIET);
    }

    /// Lets clients write to the target again, if a block of the run's may be on it: also where none is found, as a
    /// call
    /// that sets one may come late.
    ///
    /// @param steps of the request that is being carried out
    static void liftFromTarget(Sides sides, Term term, Steps steps) throws Exception {
        if (mayBeOnTarget(term)) {
            boolean _ = steps.take("see that clients can write to the target", () -> {
                String found = sides.isTargetBlocked() ? "its write block was lifted" : "they can";
                return sides.unblockTarget() ? Optional.of(new Steps.Taken<>(true, found)) : Optional.empty();
            });
        }
    }

    private static boolean wasBegun(Term term, String step) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(one -> one.name().equals(step));
    }
}
