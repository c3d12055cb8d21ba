package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.util.List;
import java.util.Optional;

/// What the control topic says of the call of `cutover.on-swap`.
public final class OnSwapCall {
    private OnSwapCall() {}

    /// Whether a controller told that it calls it in the last request, and none that it has ended or failed. It
    /// may have succeeded or not.
    public static boolean isOpen(ControlRecords said) {
        List<Step> all = said.all(Step.KEY_PREFIX, Step::decode);
        Optional<Step> last = all.stream().max(ProductionAt.IN_ORDER);
        return all.stream()
                .filter(step -> step.request().equals(last.orElseThrow().request()))
                .filter(step -> step.name().equals(OnSwap.CALL) || step.name().equals(OnSwap.GIVE_BACK))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> step.name().equals(OnSwap.CALL) && !step.isDone())
                .isPresent();
    }
}
