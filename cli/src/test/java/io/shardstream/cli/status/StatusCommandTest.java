package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.RunFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusCommandTest {
    private static final RunPlan PLAN = StatusSamples.PLAN;
    private static final ControlRecords COMPLETED = new ControlRecords(
            Map.of(RunPlan.KEY, PLAN.encode(), RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode()));

    @ParameterizedTest
    @CsvSource(textBlock = """
                    # A rollback that has writes refused.
                    COMPLETED,   0, 2, 2
                    COMPLETED,   0, 5, 5
                    COMPLETED,   0, 0, 0
                    # A run that goes on has not ended, and need not have.
                    CATCHING_UP, 0, 2, 0
                    CATCHING_UP, 0, 5, 5
                    # What ended the waiting counts.
                    COMPLETED,   3, 2, 3
                    """)
    void waitingForTheEndOfARunEndsAsTheRunDoes(Phase wanted, int waited, int shown, int ends) {
        assertThat(StatusCommand.ended(wanted, waited, shown)).isEqualTo(ends);
    }

    @ParameterizedTest
    @CsvSource({"cities-v2, 0", "cities-v3, 1"})
    void aRunFileOfAnotherRunHasReachedNothing(String target, int code) throws Exception {
        assertThat(StatusCommand.reached(new PhaseGoal(Phase.COMPLETED), file(target), COMPLETED, () -> true))
                .hasValue(code);
    }

    @Test
    void programsAreToldThatARunFileIsNotTheRuns() throws Exception {
        assertThat(fields("cities-v2")).doesNotContainKey("run_file_differs");
        assertThat(fields("cities-v3"))
                .hasEntrySatisfying(
                        "run_file_differs",
                        sentence -> assertThat(sentence).asString().contains("cities-v3"));
    }

    private static Map<String, Object> fields(String target) throws Exception {
        return StatusCommand.fields(
                StatusSamples.status(COMPLETED, List.of(5L, 6L)), PlannedRun.problem(file(target), COMPLETED));
    }

    private static RunFile file(String target) throws Exception {
        return RunFile.ofText("""
                run: cities
                kafka: { bootstrap: "127.0.0.1:1" }
                source: { nodes: "http://127.0.0.1:1", index: cities }
                target: { nodes: "http://127.0.0.1:1", index: %s }
                """.formatted(target), "here", _ -> null);
    }
}
