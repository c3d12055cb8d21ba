package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Switches production back to the source. What clients wrote to the target since the swap is lost by that,
/// so it is counted and must have been accepted.
final class Rollback {
    /// How many operations the operator accepts to lose.
    private static final String LOSE_WRITES = "lose-writes";

    private final Sides sides;
    private final Term term;
    private final Request request;
    private final Steps steps;
    private final FinalNumbers target;

    Rollback(Around around, Sides sides, Term term, Request request) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).patient();
        this.target = new FinalNumbers(around.targetShards());
    }

    void carryOut(RunStage.Completed stage, CutoverNotes notes) throws Exception {
        Place place = steps.tried(sides::place);
        if (place instanceof Place.Live && notes.target().isEmpty()) {
            term.answer(
                    request,
                    Answer.Outcome.REFUSED,
                    "It is not known which numbers '" + sides.targetIndex() + "' had at the swap, so what clients wrote"
                            + " to it since cannot be counted: move the aliases yourself.");
            return;
        }
        if (place instanceof Place.Live && !swapBack(notes)) {
            return;
        }
        if (!(place instanceof Place.Live) && !(place instanceof Place.Returned)) {
            term.answer(request, Answer.Outcome.REFUSED, noMark());
            return;
        }
        steps.take(
                "lift the source's write block",
                "",
                () -> Optional.of(sides.sourceBlock().lift()));
        finish(stage, notes);
    }

    private String noMark() {
        return "The way back has been given up: '" + sides.targetIndex() + "' has no mark of this run any more.";
    }

    /// Somebody else may have lifted the target's block in between: what clients wrote then was counted nowhere.
    private void finish(RunStage.Completed stage, CutoverNotes notes) throws Exception {
        long written = notes.target().isEmpty()
                ? 0
                : count(notes, "count once more, when nobody writes to the target any more");
        boolean isAccepted = written <= accepted();
        String lost = isAccepted
                ? ""
                : ", but clients wrote " + written + " operations to '" + sides.targetIndex()
                        + "' since the swap, which the source does not have, and only " + accepted()
                        + " were accepted: look which those were";
        Answer answer = new Answer(
                request.id(),
                isAccepted ? Answer.Outcome.DONE : Answer.Outcome.DIFFERENT,
                "Production is on '" + sides.sourceIndex() + "' again" + lost + ". '" + sides.targetIndex()
                        + "' stays blocked for writes, through its alias '"
                        + sides.names().blockPrefix()
                        + "...'; this run has ended.",
                term.clock().instant());
        term.enter(
                stage.rolledBack("rolled back to " + sides.sourceIndex()),
                Map.of(Answer.key(request.id()), answer.encode()));
    }

    /// @return whether the source has taken its place back
    private boolean swapBack(CutoverNotes notes) throws Exception {
        long before = count(notes, "count what clients wrote to the target since");
        if (before > accepted()) {
            refuse(before);
            return false;
        }
        do {
            String block = steps.take(
                    OurBlocks.OF_TARGET,
                    () -> sides.targetBlock()
                            .set()
                            .map(held -> new Steps.Taken<>(held.through(), "all shards have acknowledged it")));
            long last = count(notes, "count again under the block");
            if (last > accepted()) {
                refuse(last);
                return false;
            }
            if (isSwappedBack(block)) {
                return true;
            }
            // Somebody took away the alias by which the target was blocked, or the run's mark.
        } while (steps.tried(sides::place) instanceof Place.Live);
        OurBlocks.liftFromTarget(sides, term, steps);
        term.answer(request, Answer.Outcome.REFUSED, noMark());
        return false;
    }

    private boolean isSwappedBack(String block) throws Exception {
        return steps.take("swap back", () -> {
            boolean isBack = sides.swapBack(block);
            return Optional.of(new Steps.Taken<>(
                    isBack, isBack ? "the source has its aliases again" : "alias " + block + " is not there any more"));
        });
    }

    private long accepted() {
        return Long.parseLong(request.options().getOrDefault(LOSE_WRITES, "0"));
    }

    private long count(CutoverNotes notes, String name) throws Exception {
        return steps.take(name, () -> {
            List<Long> now = FinalNumbers.highest(target.now());
            long written = 0;
            for (int shard = 0; shard < now.size(); shard++) {
                written += Math.max(0, now.get(shard) - notes.target().get(shard));
            }
            return Optional.of(new Steps.Taken<>(written, written + " operations"));
        });
    }

    /// A block may be there from before: an earlier controller may have counted less.
    private void refuse(long written) throws Exception {
        OurBlocks.liftFromTarget(sides, term, steps);
        term.answer(
                request,
                Answer.Outcome.REFUSED,
                "Not rolled back: clients have written to '" + sides.targetIndex() + "' since the"
                        + " swap, " + written + " operations, which the source does not have and would be lost."
                        + " --lose-writes " + written + " accepts that.");
    }
}
