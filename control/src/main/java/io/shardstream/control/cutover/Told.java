package io.shardstream.control.cutover;

import io.shardstream.common.record.Request;
import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import java.util.List;

/// What was told of a cut-over, by this controller and those before it. A step is told before it is taken, so one that
/// was not told was not taken, and no call of it is under way.
final class Told {
    private Told() {}

    /// Whether somebody may have taken the run's write alias away, so that a swap may have happened.
    static boolean fence(Term term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(Cutover.FENCE));
    }

    /// Whether writes to the source may have been blocked for it.
    static boolean sourceWasToBeBlocked(Term term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(OurBlocks.OF_SOURCE));
    }

    /// Whether writes to the source were blocked for it, and are to be so still.
    static boolean sourceIsBlocked(Term term, Request cutover) {
        return steps(term, cutover).stream()
                .filter(step -> step.name().equals(OurBlocks.OF_SOURCE))
                .reduce((_, later) -> later)
                .filter(Step::isDone)
                .isPresent();
    }

    /// Whether what `cutover.on-swap` names has succeeded.
    static boolean onSwap(Term term, Request cutover) {
        return steps(term, cutover).stream().anyMatch(step -> step.name().equals(OnSwap.CALL) && step.isDone());
    }

    private static List<Step> steps(Term term, Request cutover) {
        return term.all(Step.keyPrefix(cutover.id()), Step::decode);
    }
}
