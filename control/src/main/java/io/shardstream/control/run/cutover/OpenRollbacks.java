package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rollbacks that were begun and have no answer, whose place another request has taken: whoever asked for
/// them waits.
final class OpenRollbacks {
    private final ControllerEpoch term;
    private final Request by;
    private final List<String> ids;

    private OpenRollbacks(ControllerEpoch term, Request by, List<String> ids) {
        this.term = term;
        this.by = by;
        this.ids = ids;
    }

    /// @param by the request that has taken their place
    static OpenRollbacks before(Request by, ControllerEpoch term) {
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

    /// Answers them where production stays.
    void end() {
        end(
                Answer.Outcome.ABORTED,
                "The rollback is given up, since '" + by.kind().label()
                        + "' was asked for: production stays where it was.");
    }

    /// The same answer for each.
    void end(Answer.Outcome outcome, String sentence) {
        if (areThere()) {
            term.write(answers(outcome, sentence));
        }
    }

    /// The answers as records of the control topic.
    Map<String, byte @Nullable []> answers(Answer.Outcome outcome, String sentence) {
        Map<String, byte @Nullable []> answers = new HashMap<>();
        for (String id : ids) {
            Answer answer = new Answer(id, outcome, sentence, term.clock().instant());
            answers.put(Answer.key(id), answer.encode());
        }
        return answers;
    }
}
