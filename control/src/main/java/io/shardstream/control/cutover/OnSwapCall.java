package io.shardstream.control.cutover;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Step;

/// What the control topic says of the call of `cutover.on-swap`.
public final class OnSwapCall {
    private OnSwapCall() {}

    /// Whether a controller told that it calls it, and none that it has ended or failed. It may have succeeded or not.
    public static boolean isOpen(ControlRecords said) {
        return said.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.name().equals(OnSwap.CALL) || step.name().equals(OnSwap.GIVE_BACK))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> step.name().equals(OnSwap.CALL) && !step.isDone())
                .isPresent();
    }
}
