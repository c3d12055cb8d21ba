package io.shardstream.control.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.GuardFindings;
import io.shardstream.common.record.GuardFindings.Finding;
import io.shardstream.common.record.Objective;
import io.shardstream.common.record.Phase;
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
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Throttle OBJECTIVE = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"));
    private static final Finding SLOW = new Finding(Side.TARGET, "n1", 9, true, "guard.cpu on n1: 85% of 80%");
    private static final Optional<Verified.Rest> NO_REST = Optional.of(Verified.Rest.NONE);
    private static final byte[] FOUND = new GuardFindings(Instant.EPOCH, List.of(SLOW)).encode();

    @Test
    void whatTheGuardFoundIsThereWhileItIsNotOff() {
        ControlRecords said = new ControlRecords(Map.of(GuardFindings.KEY, FOUND));

        assertThat(Standings.of(said, OBJECTIVE).guard()).containsExactly(SLOW);
        assertThat(Standings.of(said, Throttle.NONE).guard()).as("by default").containsExactly(SLOW);
        assertThat(Standings.of(said, Throttle.NONE.with(Objective.OFF)).guard())
                .isEmpty();
    }

    @Test
    void itSaysNothingOfARunThatHasEnded() {
        ControlRecords said = new ControlRecords(
                Map.of(GuardFindings.KEY, FOUND, RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode()));

        assertThat(Standings.of(said, OBJECTIVE).guard()).isEmpty();
    }

    @Test
    void aVerificationThatEndedAfterEverythingWasToBeReadAgainCountsNoMore() {
        Verified before = new Verified(
                RunStates.PLAN.docsTopicId(), Instant.EPOCH, false, List.of(), List.of(), 9, 9, 9, 0, 0, 0, NO_REST);

        assertThat(Standings.of(said(RunStates.PLAN, before), Throttle.NONE).verified())
                .contains(before);
        assertThat(Standings.of(said(RunStates.PLAN.readAgain("another"), before), Throttle.NONE)
                        .verified())
                .isEmpty();
    }

    private static ControlRecords said(RunPlan plan, Verified verified) {
        return new ControlRecords(Map.of(RunPlan.KEY, plan.encode(), Verified.KEY, verified.encode()));
    }
}
