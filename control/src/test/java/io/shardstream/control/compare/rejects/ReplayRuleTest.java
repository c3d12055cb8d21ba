package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayRuleTest {
    private static final Request CUTOVER = new Request("one", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);

    @ParameterizedTest
    @CsvSource({
        "BACKFILL,",
        "CATCHING_UP,",
        "CUTTING_OVER,is cutting over",
        "COMPLETED,has ended",
        "ABORTED,has ended",
        "FAILED,has ended"
    })
    void rejectsArePublishedWhileTheRunGoesOn(Phase phase, String refusal) {
        var said = ReplayRule.refusal("run", in(phase));
        if (refusal == null) {
            assertThat(said).isEmpty();
        } else {
            assertThat(said).hasValueSatisfying(sentence -> assertThat(sentence).startsWith("Run run " + refusal));
        }
    }

    @Test
    void notWhenACutOverIsAskedFor() {
        ControlRecords asked = in(Phase.CATCHING_UP).with(Map.of(Request.KEY, CUTOVER.encode()));
        assertThat(ReplayRule.refusal("run", asked))
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("is cutting over"));
        Answer answer = new Answer(CUTOVER.id(), Answer.Outcome.REFUSED, "no", Instant.EPOCH);
        assertThat(ReplayRule.refusal("run", asked.with(Map.of(Answer.key(CUTOVER.id()), answer.encode()))))
                .isEmpty();
    }

    @Test
    void notWhilePaused() {
        ControlRecords paused = in(Phase.CATCHING_UP).with(Map.of(Pause.KEY, new Pause("", Instant.EPOCH).encode()));
        assertThat(ReplayRule.refusal("run", paused))
                .hasValueSatisfying(sentence -> assertThat(sentence).contains("is paused"));
    }

    private static ControlRecords in(Phase phase) {
        return new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(phase, 1, "").encode()));
    }
}
