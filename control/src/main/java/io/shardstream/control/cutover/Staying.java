package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import io.shardstream.control.controller.Term;
import io.shardstream.control.phase.RunStage;

/// A cut-over or an abort that is asked for after the swap. There is nothing to switch or to abort, but for a rollback
/// that was not finished: it may have left a block on the target, to which production writes.
final class Staying {
    private final Sides sides;
    private final Term term;
    private final Request request;
    private final Steps steps;

    Staying(Around around, Sides sides, Term term, Request request) {
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = new Steps(term, request, around.sleeper()).untilReplaced();
    }

    void carryOut(RunStage.Completed stage) throws Exception {
        OpenRollbacks rollbacks = OpenRollbacks.before(request, term);
        Place place = steps.tried(sides::place);
        if (place instanceof Place.Live) {
            OurBlocks.liftFromTarget(sides, term, steps);
        }
        rollbacks.end(place);
        if (request.kind() == Request.Kind.CUTOVER) {
            refuse("The run has been cut over already: " + stage.why() + ".");
        } else if (place instanceof Place.Returned) {
            refuse("Production is on '" + sides.sourceIndex() + "' again: 'rollback' finishes the way back.");
        } else if (rollbacks.areThere()) {
            term.answer(
                    request,
                    Answer.Outcome.DONE,
                    "The rollback is given up: production stays on '" + sides.targetIndex() + "'.");
        } else {
            refuse("The swap has happened, so there is nothing to abort: 'rollback' is the way back.");
        }
    }

    private void refuse(String sentence) {
        term.answer(request, Answer.Outcome.REFUSED, sentence);
    }
}
