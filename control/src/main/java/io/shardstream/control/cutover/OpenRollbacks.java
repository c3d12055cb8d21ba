package io.shardstream.control.cutover;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Step;
import io.shardstream.control.controller.Term;
import java.util.List;

/// Rollbacks that were begun and have no answer, whose place another request has taken: whoever asked for them waits.
final class OpenRollbacks {
    private final Term term;
    private final Request by;
    private final List<String> ids;

    private OpenRollbacks(Term term, Request by, List<String> ids) {
        this.term = term;
        this.by = by;
        this.ids = ids;
    }

    /// @param by the request that has taken their place
    static OpenRollbacks before(Request by, Term term) {
        List<String> ids = term.all(Step.KEY_PREFIX, Step::decode).stream()
                .filter(step -> step.name().equals(Rollback.LOOK))
                .map(Step::request)
                .distinct()
                .filter(id -> !id.equals(by.id())
                        && term.read(Answer.key(id), Answer::decode).isEmpty())
                .toList();
        return new OpenRollbacks(term, by, ids);
    }

    boolean areThere() {
        return !ids.isEmpty();
    }

    /// Answers them.
    ///
    /// @param found where production stands, when the target takes writes again
    void end(Place found) {
        String other = "'" + by.kind().label() + "'";
        for (String id : ids) {
            if (found instanceof Place.Returned) {
                answer(
                        id,
                        Answer.Outcome.DIFFERENT,
                        "Production has gone back, but " + other
                                + " was asked for before everything was done: 'rollback' finishes it.");
            } else {
                answer(
                        id,
                        Answer.Outcome.ABORTED,
                        "The rollback is given up, since " + other + " was asked for: production stays where it was.");
            }
        }
    }

    private void answer(String id, Answer.Outcome outcome, String sentence) {
        Answer answer = new Answer(id, outcome, sentence, term.clock().instant());
        term.write(Answer.key(id), answer.encode());
    }
}
