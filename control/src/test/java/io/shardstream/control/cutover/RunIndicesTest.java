package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.Step;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunIndicesTest {
    private static final RunPlan PLAN = RunStates.PLAN;
    private static final RunIndices.Uuids SILENT = _ -> {
        throw new ElasticException.Unreachable("no node answers", new java.io.IOException("refused"));
    };

    private final RunIndices before = new RunIndices(PLAN, said("block writes to the source"));
    private final RunIndices after = new RunIndices(PLAN, said(Cutover.SWAP));

    @Test
    void theIndicesOfThePlanAreTheRuns() {
        assertThat(before.problem(_ -> PLAN.sourceUuid(), _ -> PLAN.targetUuid()))
                .isEmpty();
        assertThat(after.problem(_ -> PLAN.sourceUuid(), _ -> PLAN.targetUuid()))
                .isEmpty();
    }

    @Test
    void anotherClustersIndexOfTheSameNameIsNot() {
        assertThat(before.problem(_ -> PLAN.sourceUuid(), _ -> "other"))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("The target cluster of this run file is not the one of the run")
                        .contains("target.nodes"));
        assertThat(after.problem(_ -> "other", _ -> PLAN.targetUuid()))
                .hasValueSatisfying(why -> assertThat(why).contains("source.nodes"));
    }

    @Test
    void beforeTheSwapOnlyTheSourceMustBeFound() {
        assertThat(before.problem(_ -> PLAN.sourceUuid(), SILENT)).isEmpty();
        assertThat(before.problem(SILENT, _ -> PLAN.targetUuid())).isPresent();
        assertThat(before.problem(_ -> "", _ -> PLAN.targetUuid())).isPresent();
    }

    @Test
    void afterwardsOnlyTheTargetMustBeFound() {
        assertThat(after.problem(SILENT, _ -> PLAN.targetUuid())).isEmpty();
        assertThat(after.problem(_ -> "", _ -> PLAN.targetUuid())).isEmpty();
        assertThat(after.problem(_ -> PLAN.sourceUuid(), SILENT))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("does not say").contains("no node answers"));
    }

    private static ControlRecords said(String step) {
        Step told = new Step("c-1", 1, 1, step, false, "", Instant.EPOCH);
        return new ControlRecords(Map.of(told.key(), told.encode()));
    }
}
