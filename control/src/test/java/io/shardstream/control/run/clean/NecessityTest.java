package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whether what a run has in Kafka is still needed.
class NecessityTest {
    private static final Instant NOW = Instant.EPOCH;

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"BACKFILL", "CATCHING_UP", "CUTTING_OVER"})
    void aRunThatGoesOnNeedsAll(Phase phase) {
        assertThat(Necessity.of("x", said(phase, Map.of()))).isPresent();
    }

    @Test
    void whatHasNoPhaseYetIsNotOver() {
        assertThat(Necessity.of("x", ControlRecords.NONE)).isPresent();
    }

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"COMPLETED", "ABORTED", "FAILED"})
    void aRunThatIsOverNeedsNothing(Phase phase) {
        assertThat(Necessity.of("x", said(phase, Map.of()))).isEmpty();
    }

    @Test
    void theWayBackIsNeededUntilItIsGivenUp() {
        assertThat(Necessity.of("x", said(Phase.COMPLETED, cutOver())).orElseThrow())
                .contains("'release'");
        assertThat(Necessity.of("x", said(Phase.COMPLETED, released(Answer.Outcome.REFUSED))))
                .isPresent();
        assertThat(Necessity.of("x", said(Phase.COMPLETED, released(Answer.Outcome.DONE))))
                .isEmpty();
        assertThat(Necessity.of("x", said(Phase.COMPLETED, released(Answer.Outcome.DIFFERENT))))
                .isEmpty();
    }

    @Test
    void aRunThatWasRolledBackNeedsNothing() {
        assertThat(Necessity.of("x", said(Phase.ABORTED, cutOver()))).isEmpty();
    }

    private static ControlRecords said(Phase phase, Map<String, byte[]> records) {
        Map<String, byte[]> all = new HashMap<>(records);
        all.put(RunPhase.KEY, new RunPhase(phase, 1, "").encode());
        return new ControlRecords(all);
    }

    private static Map<String, byte[]> cutOver() {
        Request request = new Request("cutover-1", Request.Kind.CUTOVER, Map.of(), NOW);
        return Map.of(
                CutoverNotes.KEY,
                new CutoverNotes(request, NOW, List.of(1L), List.of(1L), Optional.of(List.of("production")), 1)
                        .encode());
    }

    private static Map<String, byte[]> released(Answer.Outcome outcome) {
        Map<String, byte[]> all = new HashMap<>(cutOver());
        all.put(Answer.key("release-1"), new Answer("release-1", outcome, "", NOW).encode());
        return all;
    }
}
