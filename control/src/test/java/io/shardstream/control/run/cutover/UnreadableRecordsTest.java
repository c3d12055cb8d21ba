package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.loop.BlockedException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Records of the control topic that nobody can read, of a run whose cut-over was left while it had writes
/// blocked.
class UnreadableRecordsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final byte[] GARBAGE = Bytes.utf8("{\"format\":").toArray();

    private final CutoverFixture run = new CutoverFixture();

    @Test
    void anAbortLiftsTheBlockWhateverIsUnderKeysThatItDoesNotNeed() throws Exception {
        leaveBlocked();
        run.topic.say(Blocked.key("x"), GARBAGE);
        run.topic.say(Throttle.KEY, GARBAGE);
        run.topic.say(Request.KEY, GARBAGE);
        abort();
    }

    @Test
    void anAbortLiftsTheBlockOfARunWhosePhaseIsLost() throws Exception {
        leaveBlocked();
        run.topic.say(RunPhase.KEY, GARBAGE);
        assertThatThrownBy(() -> run.term(run.topic.journal()))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("Record 'phase' of the control topic cannot be read (phase is not JSON)")
                .hasMessageContaining("'abort' takes a cut-over back that is under way");

        assertThat(LostPhase.restore(run.topic.said(), run.topic::journal)).isTrue();
        assertThat(LostPhase.restore(run.topic.said(), run.topic::journal)).isFalse();
        abort();
    }

    /// By what is left it is not known whether production has moved.
    @Test
    void aLostPhaseIsNotGuessedWhereNoCutoverIsUnderWay() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.topic.say(RunPhase.KEY, GARBAGE);
        int writes = run.topic.writes.size();
        assertThat(LostPhase.restore(run.topic.said(), run.topic::journal)).isFalse();

        CutoverFixture copying = new CutoverFixture();
        copying.topic.say(RunPhase.KEY, GARBAGE);
        assertThat(LostPhase.restore(copying.topic.said(), copying.topic::journal))
                .isFalse();
        assertThat(run.topic.writes).hasSize(writes);
    }

    private void leaveBlocked() {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private void abort() throws Exception {
        Request cutover = run.topic
                .said()
                .of(CutoverNotes.KEY, CutoverNotes::decode)
                .orElseThrow()
                .request();
        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(abort).outcome()).isEqualTo(Answer.Outcome.DONE);
    }
}
