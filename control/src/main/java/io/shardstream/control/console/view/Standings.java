package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.GuardWords;
import io.shardstream.common.pace.LimitsInForce;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.run.cutover.RefusedWrites;
import io.shardstream.control.state.OvertakenDocuments;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads what was decided about a run from its control topic.
public final class Standings {
    private Standings() {}

    /// @param fromRunFile the limits that hold until somebody sets others
    /// @param now the time of day
    /// @param observed who works on the run
    static ControlTopicView of(ControlRecords said, Throttle fromRunFile, Instant now, Observed observed) {
        OptionalInt controllers = observed.controllers();
        OptionalInt members =
                observed.members().map(known -> OptionalInt.of(known.size())).orElse(OptionalInt.empty());
        Throttle throttle = LimitsInForce.ofRun(said, fromRunFile);
        return new ControlTopicView(
                phase(said),
                said.phase().map(RunPhase::why).orElse(""),
                controller(said, controllers),
                said.pause(),
                said.blocked(),
                step(said),
                ThrottleText.of(throttle),
                guard(said, throttle, now),
                verified(said),
                RefusedWrites.of(said),
                OvertakenDocuments.of(said),
                NobodyAtWork.of(said, members, controllers, observed.lastHeard()));
    }

    /// The record stays when its process was killed, and nobody has to control a run that has ended.
    private static Optional<Controller> controller(ControlRecords said, OptionalInt controllers) {
        boolean isOver = said.phase().map(RunPhase::phase).filter(Phase::isEnd).isPresent();
        boolean isNobody = controllers.isPresent() && controllers.getAsInt() == 0;
        return isNobody && !isOver ? Optional.empty() : said.of(Controller.KEY, Controller::decode);
    }

    /// What another docs topic was verified by says nothing of a target into which everything is read again.
    private static Optional<Verified> verified(ControlRecords said) {
        return said.of(Verified.KEY, Verified::decode)
                .filter(verified -> said.plan()
                        .filter(plan -> !plan.docsTopicId().equals(verified.docsTopicId()))
                        .isEmpty());
    }

    /// The label of the phase, or `blocked` or `paused` in a run that goes on.
    public static String phase(ControlRecords said) {
        Phase phase = said.phase().map(RunPhase::phase).orElse(Phase.BACKFILL);
        if (phase.isEnd()) {
            return phase.label();
        }
        if (!said.blocked().isEmpty()) {
            return ControlTopicView.BLOCKED;
        }
        return said.pause().isPresent() ? ControlTopicView.PAUSED : phase.label();
    }

    /// What was found while production was guarded, or while the run went on, says nothing afterwards.
    private static List<GuardFindings.Finding> guard(ControlRecords said, Throttle throttle, Instant now) {
        if (said.phase().filter(phase -> phase.phase().isEnd()).isPresent()) {
            return List.of();
        }
        Optional<GuardFindings> found = switch (throttle.objective().guard()) {
            case ASKED -> said.of(GuardFindings.KEY, GuardFindings::decode);
            case DEFAULT -> GuardWords.byDefault(said, now);
            case OFF -> Optional.empty();
        };
        return found.map(GuardFindings::findings).orElse(List.of());
    }

    /// The last step of a cut-over that has neither ended nor been taken back.
    public static Optional<Step> step(ControlRecords said) {
        return said.phase()
                .filter(phase -> phase.phase() == Phase.CUTTING_OVER)
                .flatMap(_ -> said.of(CutoverNotes.KEY, CutoverNotes::decode))
                .map(notes -> said.all(Step.keyPrefix(notes.request().id()), Step::decode))
                .filter(steps -> !steps.isEmpty())
                .map(List::getLast);
    }
}
