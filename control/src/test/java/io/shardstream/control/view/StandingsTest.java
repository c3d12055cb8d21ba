package io.shardstream.control.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Controller;
import io.shardstream.common.record.GuardFindings;
import io.shardstream.common.record.GuardFindings.Finding;
import io.shardstream.common.record.Objective;
import io.shardstream.common.record.Phase;
import io.shardstream.common.record.RunFormat;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.Side;
import io.shardstream.common.record.Throttle;
import io.shardstream.common.record.Verified;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Throttle OBJECTIVE = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"));
    private static final Finding SLOW = new Finding(Side.TARGET, "n1", 9, true, "guard.cpu on n1: 85% of 80%");
    private static final Optional<Verified.Rest> NO_REST = Optional.of(Verified.Rest.NONE);
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final OptionalInt UNKNOWN = OptionalInt.empty();
    private static final byte[] FOUND = new GuardFindings(NOW, List.of(SLOW)).encode();

    @Test
    void whatTheGuardFoundIsThereWhileItIsNotOff() {
        ControlRecords said = new ControlRecords(Map.of(GuardFindings.KEY, FOUND));

        assertThat(Standings.of(said, OBJECTIVE, NOW, UNKNOWN).guard()).containsExactly(SLOW);
        assertThat(Standings.of(said, Throttle.NONE, NOW, UNKNOWN).guard())
                .as("by default")
                .containsExactly(SLOW);
        assertThat(Standings.of(said, Throttle.NONE.with(Objective.OFF), NOW, UNKNOWN)
                        .guard())
                .isEmpty();
    }

    /// As a controller may have left them that has died.
    @Test
    void oldFindingsOfTheDefaultGuardHoldNoMore() {
        ControlRecords said = new ControlRecords(Map.of(GuardFindings.KEY, FOUND));
        Instant later = NOW.plusSeconds(61);

        assertThat(Standings.of(said, Throttle.NONE, later, UNKNOWN).guard()).isEmpty();
        assertThat(Standings.of(said, OBJECTIVE, later, UNKNOWN).guard()).containsExactly(SLOW);
    }

    @Test
    void itSaysNothingOfARunThatHasEnded() {
        ControlRecords said = new ControlRecords(
                Map.of(GuardFindings.KEY, FOUND, RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode()));

        assertThat(Standings.of(said, OBJECTIVE, NOW, UNKNOWN).guard()).isEmpty();
    }

    @Test
    void aVerificationThatEndedAfterEverythingWasToBeReadAgainCountsNoMore() {
        Verified before = new Verified(
                RunStates.PLAN.docsTopicId(), Instant.EPOCH, false, List.of(), List.of(), 9, 9, 9, 0, 0, 0, NO_REST);

        assertThat(Standings.of(said(RunStates.PLAN, before), Throttle.NONE, NOW, UNKNOWN)
                        .verified())
                .contains(before);
        assertThat(Standings.of(said(RunStates.PLAN.readAgain("another"), before), Throttle.NONE, NOW, UNKNOWN)
                        .verified())
                .isEmpty();
    }

    @Test
    void aControllerWhoseProcessIsGoneControlsNothing() {
        Controller last = new Controller(3, "host-1 (4711)", NOW);
        ControlRecords going = new ControlRecords(Map.of(Controller.KEY, last.encode(RunFormat.NEWEST)));
        ControlRecords over = new ControlRecords(Map.of(
                Controller.KEY,
                last.encode(RunFormat.NEWEST),
                RunPhase.KEY,
                new RunPhase(Phase.COMPLETED, 1, "").encode()));

        assertThat(controller(going, OptionalInt.of(0))).isEmpty();
        assertThat(controller(going, OptionalInt.of(1))).contains(last);
        assertThat(controller(going, UNKNOWN)).contains(last);
        assertThat(controller(over, OptionalInt.of(0))).as("it was that one").contains(last);
    }

    private static Optional<Controller> controller(ControlRecords said, OptionalInt controllers) {
        return Standings.of(said, Throttle.NONE, NOW, controllers).controller();
    }

    private static ControlRecords said(RunPlan plan, Verified verified) {
        return new ControlRecords(Map.of(RunPlan.KEY, plan.encode(), Verified.KEY, verified.encode()));
    }
}
