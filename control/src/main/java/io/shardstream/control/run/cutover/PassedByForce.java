package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.condition.TargetConduct;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a cut-over goes on with although it is in the way, because it was forced: noted before the block, as
/// a step that whoever ends the cut-over finds, and told in the end.
final class PassedByForce {
    static final String STEP = "go on by force";

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Steps steps;

    PassedByForce(CutoverContext around, Sides sides, ControllerEpoch term, Steps steps) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.steps = steps;
    }

    /// Notes it, also that there is nothing: an earlier controller may have found something.
    ///
    /// @param passed parts of a sentence
    void note(List<String> passed) throws Exception {
        steps.take(STEP, String.join("; ", passed), () -> Optional.of(true));
    }

    /// What a forced cut-over would pass, for its dry run, as sentences with a space behind them.
    ///
    /// @param passed parts of a sentence
    static String forecast(List<String> passed) {
        return passed.isEmpty()
                ? "There is nothing for --force to pass. "
                : "By --force it would pass: " + FullStop.of(String.join("; ", passed))
                        + " The cut-over names that in its answer, and ends with exit code 4. ";
    }

    /// What production meets because the cut-over was forced: what was noted before the block, and what of
    /// the target's settings has come since.
    ///
    /// @return as sentences behind a space; empty if there is nothing
    String told(Request cutover) throws Exception {
        if (!cutover.has(Beginning.FORCE)) {
            return "";
        }
        List<String> all = new ArrayList<>();
        String noted = noted(cutover);
        if (!noted.isEmpty()) {
            all.add(noted);
        }
        Optional<List<String>> conduct = steps.soon(() -> steps.take("see what was forced", this::conduct))
                .answer()
                .flatMap(found -> found);
        conduct.ifPresent(
                found -> found.stream().filter(one -> !noted.contains(one)).forEach(all::add));
        String unseen = conduct.isPresent()
                ? ""
                : " What --force has passed could not be seen" + (noted.isEmpty() ? "" : " again")
                        + ": compare the settings of '" + sides.targetIndex() + "' with those that '"
                        + sides.sourceIndex() + "' had.";
        return (all.isEmpty()
                        ? ""
                        : " By --force: " + FullStop.of(String.join("; ", all)) + " Mend what is not wanted.")
                + unseen;
    }

    private String noted(Request cutover) {
        return term.all(Step.keyPrefix(cutover.id()), Step::decode).stream()
                .filter(step -> step.name().equals(STEP) && step.isDone())
                .map(Step::detail)
                .reduce("", (_, later) -> later);
    }

    private Optional<Steps.Taken<Optional<List<String>>>> conduct() throws ElasticException {
        if (sides.foundSource().isEmpty()) {
            return Optional.of(new Steps.Taken<>(Optional.empty(), "there is no source any more to compare with"));
        }
        List<String> problems = TargetConduct.problems(
                sides.targetIndex(),
                sides.source().settings(sides.sourceIndex()),
                sides.target().settings(sides.targetIndex()),
                around.settings().intended());
        return Optional.of(new Steps.Taken<>(Optional.of(problems), String.join("; ", problems)));
    }
}
