package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.util.Map;
import java.util.Optional;

/// An abort outside of a cut-over: sees that nothing of one is left, or gives the whole run up.
final class Surrender {
    private static final String RUN = "run";

    private final Sides sides;
    private final Term term;
    private final Request request;
    private final Steps steps;

    Surrender(Around around, Sides sides, Term term, Request request) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).patient();
    }

    void carryOut(RunStage.Copying stage) throws Exception {
        boolean isOpen = new Undo(sides, term).targetIsOpen(steps);
        String sentence = isOpen ? unblocked() : "The target has taken the source's place: there is nothing to abort.";
        if (!request.has(RUN)) {
            term.answer(request, Answer.Outcome.DONE, sentence);
            return;
        }
        steps.take("take the write alias away for good", "nobody of this run can write any more", () -> {
            sides.drop(sides.names().write());
            return Optional.of(!(sides.place() instanceof Place.Open));
        });
        steps.take("put the target's settings back", "", () -> {
            RunEnd.putBack(term, sides);
            return Optional.of(true);
        });
        Answer answer = new Answer(
                request.id(),
                Answer.Outcome.DONE,
                "The run is given up. Its topics and index '" + sides.targetIndex() + "' can be deleted.",
                term.clock().instant());
        term.enter(stage.giveUp("given up by the operator"), Map.of(Answer.key(request.id()), answer.encode()));
        RunEnd.putBackAgain(term, sides);
    }

    /// A block of which no step tells is somebody else's.
    private String unblocked() throws Exception {
        boolean canWrite = steps.take("see that clients can write to the source", () -> {
            if (!sides.sourceBlock().now().isThere()) {
                return Optional.of(new Steps.Taken<>(true, "they can"));
            }
            if (!OurBlocks.mayBeOnSource(term)) {
                return Optional.of(new Steps.Taken<>(false, "its write block was set by somebody else"));
            }
            return sides.sourceBlock().lift()
                    ? Optional.of(new Steps.Taken<>(true, "its write block was lifted"))
                    : Optional.empty();
        });
        return "No cut-over is under way"
                + (canWrite
                        ? ": clients write to '" + sides.sourceIndex() + "', and the run goes on."
                        : ", and the run goes on. '" + sides.sourceIndex()
                                + "' has a write block that somebody else has set.");
    }
}
