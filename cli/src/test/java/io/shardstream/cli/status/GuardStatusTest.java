package io.shardstream.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.view.Limits;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.GuardOff;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.pace.BacklogLimit;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What `status` says of the guard of production.
class GuardStatusTest {
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final RunPlan PLAN = new RunPlan(
            "source", "su", 1, "target", "tu", new ShardRouting(1, 1, 1), "w", "docs", 1000, List.of(9L), 10);

    private static final Throttle OFF = Throttle.NONE.with(Objective.OFF);
    private static final String BY_DEFAULT = "guard     by default, where others search a node: CPU 80%, searches that"
            + " wait, refusals; guard: off ends it";

    private final Map<String, byte[]> topic = new HashMap<>();

    @Test
    void aRunOfWhichNobodyHasSaidAnythingIsGuardedByDefault() {
        assertThat(lines(Throttle.NONE)).containsExactly(BY_DEFAULT);
        assertThat(status(Throttle.NONE).fields()).containsEntry("guard", "default");
    }

    @Test
    void whatTheDefaultLimitsNowIsSaid() {
        found(NOW.minusSeconds(20));
        assertThat(lines(Throttle.NONE))
                .containsExactly(
                        "limited   by guard.cpu on n1: 93% of 80% (guard by default), reading 1.0 MB/s at most",
                        BY_DEFAULT);
    }

    @Test
    void whatItHasNotRenewedLimitsNothing() {
        found(NOW.minusSeconds(61));
        assertThat(lines(Throttle.NONE)).containsExactly(BY_DEFAULT);
    }

    @Test
    void aGuardThatIsOffIsNotSaid() {
        found(NOW);
        assertThat(lines(OFF)).isEmpty();
        assertThat(status(OFF).fields()).containsEntry("guard", "off");
        topic.put(Throttle.KEY, Throttle.NONE.encode());
        topic.put(GuardOff.KEY, new GuardOff().encode());
        assertThat(lines(Throttle.NONE)).isEmpty();
    }

    @Test
    void aGuardThatWasAskedForLimitsByWhatIsNotKnown() {
        Throttle asked = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"));
        assertThat(lines(asked))
                .containsExactly(
                        "limited   by guard: nothing is known of production yet, a process that controls the run"
                                + " measures it");
        assertThat(status(asked).fields()).containsEntry("guard", "asked");
    }

    @Test
    void aRunThatHasEndedHasNoGuard() {
        topic.put(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 3, "").encode());
        assertThat(lines(Throttle.NONE)).isEmpty();
    }

    private void found(Instant at) {
        Finding finding =
                new Finding(Side.SOURCE, "n1", 1_000_000, true, "guard.cpu on n1: 93% of 80% (guard by default)");
        topic.put(GuardFindings.KEY, new GuardFindings(at, List.of(finding)).encode());
    }

    private List<String> lines(Throttle fromRunFile) {
        return status(fromRunFile).table().stream()
                .filter(line -> line.startsWith("limited") || line.startsWith("guard"))
                .toList();
    }

    private RunStatus status(Throttle fromRunFile) {
        RunState state = new RunState(PLAN, Map.of(), List.of(0L), List.of(0L), 0, List.of(5L));
        return new RunStatus(
                "x",
                new ControlRecords(topic),
                state,
                new ProgressMeter(() -> 0, Duration.ofSeconds(1)).add(state),
                0,
                0,
                OptionalInt.empty(),
                0,
                new Limits(BacklogLimit.of(1000), fromRunFile, () -> NOW),
                Optional.empty());
    }
}
