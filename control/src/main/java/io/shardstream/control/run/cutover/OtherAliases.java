package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.block.SwappedAliases;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a rollback does to aliases without anybody having asked for it: to those that the target has and the
/// cut-over has not given it, and, where the clusters are two, to those that somebody has changed on the target
/// since. They are told in a step before the swap back, since afterwards no server can tell which they were.
final class OtherAliases {
    /// Steps whose details name them, quoted; such a detail is empty if there are none.
    private static final String MOVING = "see which aliases go back that the cut-over had not moved";

    private static final String STAYING = "see which aliases stay on the target";
    private static final String CHANGED = "see which aliases find other documents on the target";

    private OtherAliases() {}

    /// @param isByHand whether people have moved production back, and nothing else is to be moved
    static void look(Sides sides, SwappedAliases swapped, boolean isByHand, Steps steps) throws Exception {
        boolean oneCluster = steps.tried(sides::oneCluster);
        if (oneCluster && isByHand) {
            leave(steps);
            return;
        }
        tell(oneCluster ? MOVING : STAYING, () -> swapped.others(sides), steps);
        if (!oneCluster) {
            tell(CHANGED, () -> swapped.changed(sides), steps);
        }
    }

    /// Tells of none: what the target has beside the run's is named with what has become of it. An earlier
    /// rollback that was given up may have told of some.
    static void leave(Steps steps) throws Exception {
        tell(STAYING, Set::of, steps);
    }

    private static void tell(String step, Names names, Steps steps) throws Exception {
        String _ = steps.take(step, () -> {
            Set<String> found = names.find();
            String named = found.isEmpty() ? "" : FoundIndex.quoted(found);
            return Optional.of(new Steps.Taken<>(named, named));
        });
    }

    /// What has become of them, as sentences, each behind a space; empty if there were none, or if an earlier
    /// version has swapped back.
    static String afterSwapBack(Sides sides, ControllerEpoch term) {
        return told(term, MOVING, STAYING).map(step -> sentence(sides, step)).orElse("")
                + told(term, CHANGED)
                        .map(step -> " On the target " + step.detail() + " had another filter or routing than on '"
                                + sides.sourceIndex() + "', where it is as it was at the cut-over: change it there.")
                        .orElse("");
    }

    private static Optional<Step> told(ControllerEpoch term, String... names) {
        return term.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.isDone() && List.of(names).contains(step.name()))
                .max(ProductionAt.IN_ORDER)
                .filter(step -> !step.detail().isEmpty());
    }

    private static String sentence(Sides sides, Step step) {
        return step.name().equals(MOVING)
                ? " Also moved: " + step.detail() + ", which the cut-over had not moved. Take away from '"
                        + sides.sourceIndex() + "' what is not meant for it."
                : " Still on '" + sides.targetIndex() + "', which is blocked: " + step.detail()
                        + ", which the cut-over had not put there. Move away what applications write by.";
    }

    @FunctionalInterface
    private interface Names {
        Set<String> find() throws ElasticException;
    }
}
