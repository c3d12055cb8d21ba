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
        boolean wasLeft = new Undo(sides).targetIsOpen(steps) && isUnblocked();
        if (!request.has(RUN)) {
            term.answer(answer(
                    wasLeft
                            ? "No cut-over is under way: clients write to '" + sides.sourceIndex()
                                    + "', and the run goes on."
                            : "The target has taken the source's place: there is nothing to abort."));
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
        Answer answer =
                answer("The run is given up. Its topics and index '" + sides.targetIndex() + "' can be deleted.");
        term.enter(stage.giveUp("given up by the operator"), Map.of(Answer.key(request.id()), answer.encode()));
    }

    private boolean isUnblocked() throws Exception {
        return steps.take("see that clients can write to the source", () -> {
            boolean isBlocked = sides.source().isBlocked(sides.sourceIndex());
            if (isBlocked) {
                sides.source().unblock(sides.sourceIndex());
            }
            return Optional.of(new Steps.Taken<>(true, isBlocked ? "its write block was lifted" : "they can"));
        });
    }

    private Answer answer(String sentence) {
        return new Answer(
                request.id(), Answer.Outcome.DONE, sentence, term.clock().instant());
    }
}
