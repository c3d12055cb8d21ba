package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerSumsTest {
    private final Map<Integer, LaneAccount> lanes = new HashMap<>();

    @Test
    void itIsExactWhenEachLaneHasAllThatIsDue() {
        add(0, 0, 500);
        add(1, 0, 20);

        assertThat(sums(500L, 10L, 0L).total()).isEqualTo(new Accounted(new OutcomeTally(520, 0, 0, 0, 5_200), true));
        assertThat(sums(500L, 10L, 0L).total().isExact()).isTrue();
    }

    /// The run may end before so many wait that the gap is given up.
    @Test
    void aLaneThatWaitsForWhatIsLostIsNotComplete() {
        add(0, 0, 500);
        add(0, 800, 1500);

        assertThat(sums(500L).lane(0)).isEqualTo(new Accounted(new OutcomeTally(500, 0, 0, 0, 5_000), false));
        assertThat(sums(500L).total().isExact()).isFalse();
    }

    @Test
    void aLaneThatHasLostItsLastOutcomesIsNotComplete() {
        add(0, 0, 500);

        assertThat(sums(501L).total().isExact()).isFalse();
        assertThat(sums(501L).lane(0).isComplete()).isFalse();
    }

    @Test
    void aLaneOfWhichNothingIsKnownIsNotCompleteWhenSomethingIsDue() {
        add(0, 0, 500);

        assertThat(sums(500L, 0L).total().isExact()).isTrue();
        assertThat(sums(500L, 1L).total().isExact()).isFalse();
        assertThat(sums(500L, 1L).lane(1)).isEqualTo(new Accounted(OutcomeTally.NONE, false));
    }

    @Test
    void beforeAnybodyHasLookedNothingIsComplete() {
        assertThat(sums(LedgerSums.NOT_KNOWN).total().isComplete()).isFalse();
    }

    @Test
    void whatIsGivenUpIsCompleteAndNotExact() {
        add(0, 0, 10);
        for (int i = 0; i <= LaneAccount.WAITING; i++) {
            add(0, 100 + i, 101 + i);
        }

        assertThat(sums(10L).total().isComplete()).isTrue();
        assertThat(sums(10L).total().isExact()).isFalse();
    }

    @Test
    void typesOfRejectsAreCutForAllLanesTogether() {
        Map<Integer, RejectCounts> rejects = new HashMap<>();
        for (int lane = 0; lane < 3; lane++) {
            for (int type = 0; type < RejectCounts.TYPES + 2; type++) {
                rejects.computeIfAbsent(lane, _ -> new RejectCounts()).add("type %d.%02d".formatted(lane, type));
            }
        }
        rejects.computeIfAbsent(2, _ -> new RejectCounts()).add("type 2.00");

        Map<String, Long> byType = new LedgerSums(List.of(0L, 0L, 0L), Map.of(), Map.of(), rejects).rejectsByType();
        assertThat(byType)
                .hasSize(RejectCounts.TYPES + 1)
                .containsEntry("type 2.00", 2L)
                .containsEntry("type 0.00", 1L)
                .containsEntry(RejectCounts.OTHERS, 3L * (RejectCounts.TYPES + 2) - RejectCounts.TYPES);
    }

    private void add(int lane, long from, long to) {
        long records = to - from;
        lanes.computeIfAbsent(lane, _ -> new LaneAccount())
                .add(new Outcome(lane, from, to, records, 0, 0, 10 * records, 1, "n1"));
    }

    private LedgerSums sums(Long... due) {
        return new LedgerSums(List.of(due), lanes, Map.of(), Map.of());
    }
}
