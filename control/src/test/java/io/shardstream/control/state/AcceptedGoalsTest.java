package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptedGoalsTest {
    private static final RunPlan PLAN = RunStates.PLAN;

    @Test
    void withoutAnotherHistoryTheGoalsAreThePlans() {
        assertThat(AcceptedGoals.of(PLAN, Map.of(), List.of())).isEqualTo(PLAN.goal());
    }

    @Test
    void aShardIsReadAsFarAsItReachedWhenItsHistoryWasAccepted() {
        List<AcceptedHistory> accepted = List.of(new AcceptedHistory(1, "h2", 2, -1));

        assertThat(AcceptedGoals.of(PLAN, Map.of(1, checkpoint(2)), accepted).get(1))
                .isEqualTo(-1);
    }

    @Test
    void aShardThatHasNotBegunItsAcceptedHistoryIsNotThere() {
        List<AcceptedHistory> accepted = List.of(new AcceptedHistory(1, "h3", 3, -1));

        assertThat(AcceptedGoals.of(PLAN, Map.of(1, checkpoint(2)), accepted).get(1))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(AcceptedGoals.of(PLAN, Map.of(), accepted).get(1)).isEqualTo(Long.MAX_VALUE);
    }

    private static Checkpoint checkpoint(int lineage) {
        return new Checkpoint("docs", "s", "h", lineage, 5, 0, 0);
    }
}
