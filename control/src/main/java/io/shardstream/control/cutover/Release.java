package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;
import java.util.Map;
import java.util.Optional;

/// Gives up the way back: takes the run's last mark off the target. The source stays blocked.
final class Release {
    private final Sides sides;
    private final Term term;
    private final Request request;
    private final Steps steps;

    Release(Around around, Sides sides, Term term, Request request) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).patient();
    }

    void carryOut(RunStage.Completed stage) throws Exception {
        switch (steps.tried(sides::place)) {
            case Place.Returned _ ->
                refuse("Production is on '" + sides.sourceIndex() + "' again: 'rollback' finishes the way back.");
            case Place.Open _, Place.Fenced _ ->
                refuse("'" + sides.targetIndex() + "' has marks of a run that goes on: somebody else has set them.");
            case Place.Live _ -> {
                // A rollback that was not finished may have blocked it.
                OurBlocks.liftFromTarget(sides, term, steps);
                release(stage);
            }
            case Place.Unmarked _ -> release(stage);
        }
    }

    private void refuse(String sentence) {
        term.answer(request, Answer.Outcome.REFUSED, sentence);
    }

    private void release(RunStage.Completed stage) throws Exception {
        steps.take("take the run's mark off the target", "'rollback' is not possible any more", () -> {
            sides.drop(sides.names().live());
            return Optional.of(!(sides.place() instanceof Place.Live));
        });
        Answer answer = new Answer(
                request.id(),
                Answer.Outcome.DONE,
                "The way back is given up. Index '" + sides.sourceIndex()
                        + "' is still blocked for writes; it and the run's topics can be deleted.",
                term.clock().instant());
        term.enter(
                stage.released("production is on " + sides.targetIndex() + ", for good"),
                Map.of(Answer.key(request.id()), answer.encode()));
    }
}
