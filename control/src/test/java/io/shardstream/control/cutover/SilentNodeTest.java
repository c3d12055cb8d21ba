package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A node takes a question under the write block and never answers it.
@Timeout(60)
class SilentNodeTest {
    private final CutoverFixture run = new CutoverFixture();
    private boolean isHeard;

    @Test
    void anAbortIsHeardBeforeTheNodeAnswers() throws Exception {
        Request cutover = cutOverIntoSilence(() -> run.ask(Request.Kind.ABORT, Map.of()));

        assertThat(run.answer(cutover).sentence()).contains("aborted by the operator");
    }

    @Test
    void theBlockEndsAfterMaxBlockedBeforeTheNodeAnswers() throws Exception {
        Request cutover = cutOverIntoSilence(() -> run.run.pass(Duration.ofMinutes(1)));

        assertThat(run.answer(cutover).sentence()).contains("longer than cutover.max-blocked");
    }

    @Test
    void aRollbackEndsAfterMaxBlockedBeforeTheNodeAnswers() throws Exception {
        CutoverFixture back = CutoverFixture.cutOver(false);
        back.once("before block", back.lost::fallSilent);
        Request rollback = back.ask(Request.Kind.ROLLBACK, Map.of());
        back.run.whileAsking(() -> {
            if (back.lost.isAskedInVain() && !isHeard) {
                isHeard = true;
                back.run.pass(Duration.ofMinutes(1));
            }
        });

        back.control();

        assertThat(back.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(back.answer(rollback).sentence()).contains("cutover.max-blocked");
        assertThat(back.cluster.writeBlock(CutoverFixture.TARGET)).isEqualTo(WriteBlock.NONE);
    }

    /// @param then what happens while the controller waits for an answer
    private Request cutOverIntoSilence(Runnable then) throws Exception {
        run.lost.fallSilent();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.whileAsking(() -> {
            if (run.lost.isAskedInVain() && !isHeard) {
                isHeard = true;
                then.run();
            }
        });

        run.control();

        assertThat(isHeard).as("a shard was asked in vain").isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.writeBlock(CutoverFixture.SOURCE)).isEqualTo(WriteBlock.NONE);
        assertThat(run.cluster.writeBlock(CutoverFixture.TARGET)).isEqualTo(WriteBlock.NONE);
        return cutover;
    }
}
