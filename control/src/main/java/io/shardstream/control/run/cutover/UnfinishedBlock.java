package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.block.OurBlocks;
import java.util.Set;

/// Whether a write block of the run is being set or lifted, or was when its controller died. A step is told
/// before it is taken, so nobody knows then from the control topic alone whether the index takes writes. Nor
/// does anybody where a rollback has blocked the target and was refused all the same: it has left the block
/// to another run, which may have lifted it since.
final class UnfinishedBlock {
    private static final Set<String> OF_SOURCE = Set.of(OurBlocks.OF_SOURCE, Undo.FREE, Surrender.FREE);
    private static final Set<String> OF_TARGET =
            Set.of(OurBlocks.OF_TARGET, OurBlocks.LIFT_FROM_TARGET, Cutover.SWAP, Handover.OPEN, OnSwap.GIVE_BACK);

    private UnfinishedBlock() {}

    /// @param side whose block
    public static boolean is(ControlRecords said, Side side) {
        Set<String> names = switch (side) {
            case SOURCE -> OF_SOURCE;
            case TARGET -> OF_TARGET;
        };
        return said.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> names.contains(step.name()))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> !step.isDone() || isLeft(said, step))
                .isPresent();
    }

    /// Whoever answers a rollback lifts its block before, where that is its own still.
    private static boolean isLeft(ControlRecords said, Step step) {
        return step.name().equals(OurBlocks.OF_TARGET)
                && said.of(Answer.key(step.request()), Answer::decode).isPresent();
    }
}
