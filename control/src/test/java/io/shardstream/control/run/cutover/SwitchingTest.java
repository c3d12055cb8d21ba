package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Commands that come before the copy is complete.
class SwitchingTest {
    private final CutoverFixture run = new CutoverFixture();

    /// The process that answers may be that of the command itself, which does not complete the copy.
    @Test
    void aCutOverThatComesTooEarlyNamesWhatCompletesTheCopy() throws Exception {
        run.topic.say(RunPhase.KEY, new RunPhase(Phase.BACKFILL, 0, "").encode());
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .isEqualTo("The target does not hold all yet that was in the source at the start: 'status' shows how"
                        + " far it is, and 'status --wait catching-up' waits for it. Keep 'run' or 'control' running:"
                        + " no other command completes the copy.");
    }
}
