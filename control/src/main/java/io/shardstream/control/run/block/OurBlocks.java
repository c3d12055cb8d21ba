package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Optional;

/// The steps that set a write block, and what becomes of one that was left on the target.
public final class OurBlocks {
    /// Before a cut-over is written down.
    public static final String TAKE_NAME = "take a name by which writes are blocked";
    /// Clients are to write nothing to the source any more.
    public static final String OF_SOURCE = "block writes to the source";
    /// Clients are to write nothing to the target any more.
    public static final String OF_TARGET = "block writes to the target";
    /// Clients are to write to the target again.
    public static final String LIFT_FROM_TARGET = "see that clients can write to the target";
    private static final String NO_SWAP_BACK = "see that no swap back is under way";
    /// The block is set for its acknowledgement alone, and lifted at once.
    public static final String QUIET = "wait for writes under way in the target's shards";

    private OurBlocks() {}

    public static boolean mayBeOnTarget(ControllerEpoch term) {
        return NamedBlock.own(term, Side.TARGET).isPresent();
    }

    /// Whether a rollback that has no answer yet, this one or an earlier one, has begun to block the target:
    /// its swap back may be under way.
    public static boolean mayBeOfRollback(ControllerEpoch term) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(one -> one.name().equals(OF_TARGET)
                        && term.read(Answer.key(one.request()), Answer::decode).isEmpty());
    }

    /// Lets clients write to the target again unless production has gone back: also where somebody has taken
    /// the mark of the cut-over away, without which no swap back can happen.
    ///
    /// @param steps of the request that is being carried out
    /// @return where production stands when nothing of an earlier rollback can arrive any more
    public static TargetPosition openForProduction(Sides sides, ControllerEpoch term, Steps steps) throws Exception {
        if (mayBeOfRollback(term) && steps.tried(sides::isLastToBlockTarget)) {
            // It needs the name by which the target was blocked last. Where another run has taken that, it is gone.
            String _ = steps.take(
                    NO_SWAP_BACK, () -> sides.targetBlock().takeName().map(name -> new Steps.Taken<>(name, name)));
        }
        TargetPosition place = steps.tried(sides::place);
        switch (place) {
            case TargetPosition.Live _, TargetPosition.Unmarked _ -> liftFromTarget(sides, term, steps);
            case TargetPosition.Open _, TargetPosition.Fenced _, TargetPosition.Returned _ -> {}
        }
        return place;
    }

    /// Lets clients write to the target again, if a block of the run's own may be on it: also where none is
    /// found, as a call that sets one may come late. A block of somebody else stays, and so does the name by
    /// which another run knows its own.
    ///
    /// @param steps of the request that is being carried out
    static void liftFromTarget(Sides sides, ControllerEpoch term, Steps steps) throws Exception {
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
