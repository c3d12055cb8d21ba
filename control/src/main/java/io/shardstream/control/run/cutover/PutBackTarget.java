package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.TargetPosition;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.WriteAliases;
import io.shardstream.control.run.block.Written;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.Optional;

/// A target whose cluster was put back to a state from before the swap, of a run that was cut over and that a
/// rollback ends: it has the run's write alias again, or a token in its place.
final class PutBackTarget {
    private static final String FREE = "take the run's write alias off a target that was put back";

    private PutBackTarget() {}

    /// Whether a rollback has found it so, or is about to end the run for that, and none has moved production
    /// back since.
    static boolean isKnown(ControllerEpoch term) {
        return step(term).isPresent();
    }

    private static Optional<Step> step(ControllerEpoch term) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.name().equals(FREE) || step.name().equals(Rollback.SWAP_BACK))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> step.name().equals(FREE));
    }

    /// Its numbers say nothing of what clients wrote since the swap: that is not in it any more.
    static Written written() {
        return new Written.Uncounted(
                "it is as it was before the swap, as where its cluster was put back, and does not have that any more");
    }

    /// Lets nobody of the run write to it any more. A swap that arrives late finds its token gone.
    static void free(Sides sides, Steps steps) throws Exception {
        String _ = steps.take(FREE, () -> {
            String kept = WriteAliases.drop(sides);
            TargetPosition place = sides.place();
            if (place instanceof TargetPosition.Fenced(String token)) {
                sides.drop(token);
                place = sides.place();
            }
            return ForgottenCutover.isWritable(place)
                    ? Optional.empty()
                    : Optional.of(new Steps.Taken<>(kept, kept.strip()));
        });
    }

    /// What may be missing on the source, and where the run's write alias stays, as sentences, each behind a
    /// space; empty if the target was not put back.
    static String lost(Sides sides, ControllerEpoch term) {
        return step(term)
                .map(step -> " '" + sides.targetIndex() + "' was found as it was before the cut-over, as where its"
                        + " cluster was put back to an earlier state: what clients wrote to it since the cut-over is"
                        + " not in it any more, and not in '" + sides.sourceIndex()
                        + "' either. Write again what is missing there."
                        + (step.isDone() && !step.detail().isEmpty() ? " " + step.detail() : ""))
                .orElse("");
    }
}
