package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What was told of a cut-over or a rollback, by this controller and those before it. A step is told before
/// it is taken, so one that was not told was not taken, and no call of it is under way.
final class RecordedSteps {
    private RecordedSteps() {}

    /// Whether a swap may have happened or be under way. Without a step that says so no controller has sent
    /// one.
    static boolean swap(ControllerEpoch term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(Cutover.SWAP));
    }

    /// Whether writes to the source may have been blocked for it.
    static boolean sourceWasToBeBlocked(ControllerEpoch term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(OurBlocks.OF_SOURCE));
    }

    /// Whether writes to the source were blocked for it, and are to be so still.
    static boolean sourceIsBlocked(ControllerEpoch term, Request cutover) {
        return isDone(term, cutover, OurBlocks.OF_SOURCE);
    }

    /// Whether writes to the target were blocked for a rollback, and are to be so still.
    static boolean targetIsBlocked(ControllerEpoch term, Request rollback) {
        return isDone(term, rollback, OurBlocks.OF_TARGET);
    }

    /// Whether they were to be blocked for it longer ago than production may be. Clients write again where
    /// the target is open by now: somebody has lifted the block, as a controller does without Kafka, or it
    /// was never set.
    ///
    /// @param most for how long production may be blocked
    static boolean targetWasToBeBlocked(ControllerEpoch term, Request rollback, Duration most) {
        Instant late = term.clock().instant().minus(most);
        return steps(term, rollback).stream()
                .anyMatch(step ->
                        step.name().equals(OurBlocks.OF_TARGET) && step.at().isBefore(late));
    }

    /// Whether the target was to be opened again for it: then it was given up, and its controller died before
    /// it could say so.
    static boolean targetIsToBeFreed(ControllerEpoch term, Request rollback) {
        return steps(term, rollback).stream().anyMatch(step -> step.name().equals(OurBlocks.LIFT_FROM_TARGET));
    }

    private static boolean isDone(ControllerEpoch term, Request request, String name) {
        return steps(term, request).stream()
                .filter(step -> step.name().equals(name))
                .reduce((_, later) -> later)
                .filter(Step::isDone)
                .isPresent();
    }

    /// Whether what `cutover.on-swap` names has succeeded.
    static boolean onSwap(ControllerEpoch term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(OnSwap.CALL) && step.isDone());
    }

    /// Whether a controller told that it calls what `cutover.on-swap` names, and none that it has ended or
    /// that production was given back since. It may have succeeded or not.
    static boolean onSwapIsUnderWay(ControllerEpoch term, Request cutover) {
        return steps(term, cutover).stream()
                .filter(step -> step.name().equals(OnSwap.CALL) || step.name().equals(OnSwap.GIVE_BACK))
                .reduce((_, later) -> later)
                .filter(step -> step.name().equals(OnSwap.CALL) && !step.isDone())
                .isPresent();
    }

    private static List<Step> steps(ControllerEpoch term, Request request) {
        return term.all(Step.keyPrefix(request.id()), Step::decode);
    }
}
