package io.shardstream.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunOrigin;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.writer.answer.ItemAnswer;
import io.shardstream.writer.answer.StopCause;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriterLoopControlTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final ItemAnswer APPLIED = new ItemAnswer.Applied();
    private static final ItemAnswer FENCED = new ItemAnswer.Stop(StopCause.NO_TARGET, "no alias");

    private final LoopFixture writer = new LoopFixture(true);

    @Test
    void aPausedWriterSendsNothingNewAndCommitsWhatWasUnderWay() {
        writer.assign(0).add(0, 2, 10).step();
        pause();
        writer.add(0, 2, 10).second();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.sent).isEmpty();
        assertThat(writer.committed(0)).isEqualTo(2);

        writer.say(Pause.KEY, null);
        writer.second();
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-2", "0-3");
    }

    @Test
    void anAbortedRunEndsItsWritersAndSaysWhy() {
        phase(Phase.ABORTED, "given up by the operator");
        assertThatThrownBy(writer::second)
                .isInstanceOf(RunEndedException.class)
                .hasMessage("Run run is aborted: given up by the operator");
    }

    @Test
    void aWriterThatDoesNotKnowTheFormatOfTheRunStopsAndReadsNothingMore() {
        writer.assign(0).add(0, 2, 10).step();
        writer.say(RunFormat.KEY, new RunFormat(77, "9.1.0", Instant.EPOCH).encode());
        writer.add(0, 2, 10);
        assertThatThrownBy(writer::second)
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("start version 9.1.0 or a newer one");
        assertThat(writer.consumer.position(LoopFixture.lane(0))).isEqualTo(2);
        assertThat(writer.sent).as("only what was under way before").hasSize(1);
        assertThat(writer.committed(0)).isEqualTo(-1);
    }

    @Test
    void aDocumentOfANewerFormatIsNeitherSkippedNorCommitted() {
        writer.assign(0).add(0, 1, 10).step();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(1);
        writer.addNewer(0);
        assertThatThrownBy(writer::second)
                .isInstanceOf(NewerFormatException.class)
                .hasMessageStartingWith("record at offset 1 of shardstream.run.docs-0 has format 2");
        writer.loop.close();
        assertThat(writer.committed(0)).isEqualTo(1);
    }

    /// It has the id and the version word of a record of this run, whose place in the target it would take.
    @Test
    void aDocumentOfAnotherRunIsNeitherWrittenNorCommitted() {
        writer.assign(0).add(0, 1, 10).step();
        writer.answer(APPLIED);
        writer.second();
        writer.sent.clear();
        writer.add(0, 10, RunOrigin.of(another()));
        assertThatThrownBy(writer::second)
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("The docs topic holds what this run has not written: record at offset 1 of"
                        + " shardstream.run.docs-0 was written by another run: its header o is ")
                .hasMessageContaining("Find out who else writes to this topic")
                .hasMessageContaining("'resume --read-again'");
        assertThat(writer.sent).isEmpty();
        writer.loop.close();
        assertThat(writer.committed(0)).isEqualTo(1);
    }

    private static RunPlan another() {
        RunPlan plan = LoopFixture.PLAN;
        return new RunPlan(
                plan.sourceIndex(),
                plan.sourceUuid(),
                plan.sourceShards(),
                plan.targetIndex(),
                plan.targetUuid(),
                plan.targetRouting(),
                plan.writeAlias(),
                "another topic",
                plan.maxDocumentBytes(),
                plan.goal(),
                plan.goalDocs());
    }

    @Test
    void aDocumentThatAnEarlierVersionPublishedIsWritten() {
        writer.assign(0).add(0, 10, null);
        writer.step();
        writer.answer(APPLIED);
        writer.second();
        assertThat(writer.committed(0)).isEqualTo(1);
    }

    @Test
    void recordsWaitWhileACutOverHasTakenTheWriteAliasAway() {
        writer.assign(0).add(0, 2, 10).step();
        phase(Phase.CUTTING_OVER, "");
        writer.answer(FENCED);
        for (int seconds = 0; seconds < 60; seconds++) {
            writer.second();
            if (!writer.sent.isEmpty()) {
                writer.answer(FENCED);
            }
        }
        phase(Phase.CATCHING_UP, "");
        writer.advance(LONG);
        assertThat(LoopFixture.ids(writer.answer(APPLIED))).containsExactly("0-0", "0-1");
    }

    @Test
    void recordsWaitWhileAControllerHasNotAnsweredWhatItWasAskedFor() {
        writer.assign(0).add(0, 2, 10).step();
        phase(Phase.CATCHING_UP, "");
        writer.say(Request.KEY, new Request("one", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH).encode());
        writer.answer(FENCED);
        writer.advance(LONG);
        writer.answer(FENCED);
        writer.say(
                Answer.key("one"),
                new Answer("one", Answer.Outcome.REFUSED, "the target is behind", Instant.EPOCH).encode());
        writer.advance(LONG);
        assertThatThrownBy(() -> writer.answer(FENCED)).isInstanceOf(BlockedException.class);
    }

    @Test
    void aWriterThatWasFrozenOverTheCutOverSaysThatTheRunHasEndedAndNotThatItsTargetIsGone() {
        writer.assign(0).add(0, 2, 10).step();
        writer.answer(FENCED);
        phase(Phase.COMPLETED, "production is on target");
        assertThatThrownBy(writer::second)
                .isInstanceOf(RunEndedException.class)
                .hasMessageContaining("production is on target");
    }

    @Test
    void aWriteAliasThatSomebodyElseTakesAwayStopsTheWriter() {
        writer.assign(0).add(0, 2, 10).step();
        phase(Phase.CATCHING_UP, "");
        writer.answer(FENCED);
        writer.advance(LONG);
        assertThatThrownBy(() -> writer.answer(FENCED))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("no write alias");
    }

    private void pause() {
        writer.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        writer.second();
    }

    private void phase(Phase phase, String why) {
        writer.say(RunPhase.KEY, new RunPhase(phase, 1, why).encode());
    }
}
