package io.shardstream.control.cutover;

import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import java.util.Optional;
import java.util.Set;

/// Aliases that the target has and the cut-over has not given it: what becomes of them by a rollback nobody
/// has asked for. They are told in a step before the swap back, since afterwards no server can tell which
/// they were.
final class OtherAliases {
    /// Steps whose details name them, quoted; such a detail is empty if there are none.
    private static final String MOVING = "see which aliases go back that the cut-over had not moved";

    private static final String STAYING = "see which aliases stay on the target";

    private OtherAliases() {}

    static void look(Sides sides, SwappedAliases swapped, Steps steps) throws Exception {
        String _ = steps.take(steps.tried(sides::oneCluster) ? MOVING : STAYING, () -> {
            Set<String> others = swapped.others(sides);
            String named = others.isEmpty() ? "" : FoundIndex.quoted(others);
            return Optional.of(new Steps.Taken<>(named, named));
        });
    }

    /// What has become of them, as a sentence behind a space; empty if there were none, or if an earlier
    /// version has swapped back.
    static String afterSwapBack(Sides sides, Term term) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.isDone()
                        && (step.name().equals(MOVING) || step.name().equals(STAYING)))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> !step.detail().isEmpty())
                .map(step -> " " + sentence(sides, step))
                .orElse("");
    }

    private static String sentence(Sides sides, Step step) {
        return step.name().equals(MOVING)
                ? "Also moved: " + step.detail() + ", which the cut-over had not moved. Take away from '"
                        + sides.sourceIndex() + "' what is not meant for it."
                : "Still on '" + sides.targetIndex() + "', which is blocked: " + step.detail()
                        + ", which the cut-over had not put there. Move away what applications write by.";
    }
}
