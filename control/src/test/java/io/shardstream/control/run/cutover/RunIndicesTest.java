package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.state.RunStates;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunIndicesTest {
    private static final RunPlan PLAN = RunStates.PLAN;
    private static final RunIndices.Uuids SILENT = _ -> {
        throw new ElasticException.Unreachable("no node answers", new IOException("refused"));
    };

    private final RunIndices before = new RunIndices(PLAN, said(OurBlocks.OF_SOURCE));
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

    /// A swap of an earlier cut-over, which was rolled back, says nothing about this one.
    @Test
    void onlyTheSwapOfTheCutOverThatIsUnderWayCounts() {
        Step old = new Step("c-0", 1, 1, Cutover.SWAP, true, "", Instant.EPOCH);
        Map<String, byte[]> topic = new HashMap<>(topic(OurBlocks.OF_SOURCE));
        topic.put(old.key(), old.encode());
        RunIndices again = new RunIndices(PLAN, new ControlRecords(topic));

        assertThat(again.problem(SILENT, _ -> PLAN.targetUuid())).isPresent();
        assertThat(again.problem(_ -> PLAN.sourceUuid(), SILENT)).isEmpty();
    }

    @Test
    void aRollbackNeedsTheTarget() {
        Map<String, byte[]> topic = new HashMap<>(topic(Cutover.SWAP));
        topic.remove(CutoverNotes.KEY);
        topic.put(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        RunIndices rollback = new RunIndices(PLAN, new ControlRecords(topic));

        assertThat(rollback.problem(SILENT, _ -> PLAN.targetUuid())).isEmpty();
        assertThat(rollback.problem(_ -> PLAN.sourceUuid(), SILENT)).isPresent();
    }

    @Test
    void whenProductionHasGoneBackOnlyTheSourceMustBeFound() {
        Step swapBack =
                new Step("r-1", 2, 1, Rollback.SWAP_BACK, true, "the source has its aliases again", Instant.EPOCH);
        Map<String, byte[]> topic = new HashMap<>(topic(Cutover.SWAP));
        topic.put(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode());
        topic.put(swapBack.key(), swapBack.encode());
        RunIndices back = new RunIndices(PLAN, new ControlRecords(topic));
        assertThat(back.problem(_ -> PLAN.sourceUuid(), SILENT)).isEmpty();
        assertThat(back.problem(SILENT, _ -> PLAN.targetUuid())).isPresent();

        CutoverNotes notes = CutoverNotes.begun(
                        new Request("c-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH), Instant.EPOCH)
                .withAliases(List.of(PLAN.sourceIndex()));
        topic.put(CutoverNotes.KEY, notes.encode());
        RunIndices replaced = new RunIndices(PLAN, new ControlRecords(topic));
        assertThat(replaced.problem(_ -> "", _ -> PLAN.targetUuid())).isEmpty();
    }

    @Test
    void aServerThatAnswersWithNothingIsNotBelieved() {
        assertThat(before.problem(_ -> "", _ -> "")).isPresent();
        assertThat(after.problem(_ -> "", _ -> "")).isPresent();
    }

    private static ControlRecords said(String step) {
        return new ControlRecords(topic(step));
    }

    private static Map<String, byte[]> topic(String step) {
        Request request = new Request("c-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH);
        Step told = new Step(request.id(), 1, 1, step, false, "", Instant.EPOCH);
        return Map.of(
                CutoverNotes.KEY,
                CutoverNotes.begun(request, Instant.EPOCH).encode(),
                RunPhase.KEY,
                new RunPhase(Phase.CUTTING_OVER, 1, "").encode(),
                told.key(),
                told.encode());
    }
}
