package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.Lifeline;
import io.shardstream.control.run.block.NamedBlock;
import io.shardstream.control.run.block.ProductionHold;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Instant;
import java.util.Optional;

/// What a rollback keeps from clients: the target's write block, and, when production has gone back, that of
/// the source.
///
/// Where production may be on the target still, the name of the target's block goes first, so that no swap
/// back can happen any more. Then the target takes writes again, unless it has gone back. A target that is
/// closed is given a name, and no block, so there is nothing to lift of it; its source is freed like any
/// other. That is safe since it goes by the source alone whether its block may be lifted, and not by that of
/// the target:
///
/// * The mark of the swap back stays. A swap needs the token of the cut-over and a swap back the mark of the
///   swap, and both are gone for good: no call of this run, however late, puts either back. So whoever finds
///   that mark, or was told of it by a controller that has, knows that nothing is left to do but to let
///   clients write to the source.
/// * Where the mark is not seen, the call may be on its way, and needs the name that is taken away before one
///   looks.
/// * A later controller that lifts the source's block, and another run that sets one, give it a name first.
///   Then it is left alone.
///
/// Where production has not gone back from a closed target, nothing is lifted, and the rollback goes on when
/// Kafka is back.
record HeldTarget(Sides sides, ControllerEpoch term, Request request, Instant deadline) implements ProductionHold {
    @Override
    public String index() {
        return own().isPresent() ? sides.targetIndex() : sides.sourceIndex();
    }

    private Optional<OwnBlock> own() {
        return NamedBlock.own(term, Side.TARGET);
    }

    @Override
    public boolean hasBlocked() {
        return switch (ProductionAt.afterCutover(term.now())) {
            case TARGET -> own().filter(block -> !block.isOnAnother()).isPresent();
            case EITHER, SOURCE -> true;
            case SOURCE_OPEN -> false;
        };
    }

    @Override
    public Outcome free() throws ElasticException {
        // The target's cluster may be gone by then.
        if (ProductionAt.hasGoneBack(term.now())) {
            return freeSource();
        }
        NamedBlock block = sides.targetBlock().withoutKafka();
        if (!block.hasOurs() || block.isOfLater()) {
            return new Outcome.Never();
        }
        Optional<String> name = block.takeName();
        if (name.isEmpty()) {
            return new Outcome.Again();
        }
        return switch (sides.place()) {
            // Without the mark of the cut-over no swap back can happen.
            case TargetPosition.Live _, TargetPosition.Unmarked _ -> freeTarget(block, name.get());
            case TargetPosition.Returned _ -> freeSource();
            case TargetPosition.Open _, TargetPosition.Fenced _ -> new Outcome.Never();
        };
    }

    private Outcome freeTarget(NamedBlock block, String name) throws ElasticException {
        Optional<OwnBlock> own = own();
        if (own.isPresent() && !own.get().isOnAnother()) {
            return freed(block.liftThrough(name), sides.targetIndex(), "the rollback is given up");
        }
        // A block that was there before the run's own is there again then.
        return own.isEmpty() || block.liftThrough(name)
                ? new Outcome.Needless("Kafka does not answer. No swap back can happen any more, and this run does not"
                        + " keep '" + sides.targetIndex() + "' from taking writes, so nothing is lifted: the rollback"
                        + " goes on when Kafka answers")
                : new Outcome.Again();
    }

    private Outcome freeSource() throws ElasticException {
        if (!new SourceNow(sides).isThere()) {
            return new Outcome.Needless(SourceNow.gone(sides.sourceIndex()));
        }
        NamedBlock block = sides.sourceBlock().withoutKafka();
        if (!block.hasOurs() || block.isOfLater()) {
            return new Outcome.Never();
        }
        return freed(block.liftUntold(), sides.sourceIndex(), "production is there, and the rollback goes on later");
    }

    private static Outcome freed(boolean isLifted, String index, String then) {
        return isLifted
                ? new Outcome.Done("Writes to '" + index + "' are taken again. " + Lifeline.WHY + ": " + then)
                : new Outcome.Again();
    }
}
