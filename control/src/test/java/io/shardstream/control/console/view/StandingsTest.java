package io.shardstream.control.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.ThrottleText;
import io.shardstream.control.state.RunStates;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final Throttle OBJECTIVE = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%"));
    private static final Finding SLOW = new Finding(Side.TARGET, "n1", 9, true, "guard.cpu on n1: 85% of 80%");
    private static final Optional<Verified.Rest> NO_REST = Optional.of(Verified.Rest.NONE);
    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Observed UNKNOWN = Observed.NOTHING;
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

        assertThat(controller(going, controllers(0))).isEmpty();
        assertThat(controller(going, controllers(1))).contains(last);
        assertThat(controller(going, UNKNOWN)).contains(last);
        assertThat(controller(over, controllers(0))).as("it was that one").contains(last);
    }

    /// C-67.
    @Test
    void thatNobodyWorksIsSaidWithWhenSomebodyDidLast() {
        ControlRecords going = new ControlRecords(Map.of());
        ControlRecords blocked =
                new ControlRecords(Map.of(Blocked.key("reader"), new Blocked("reader", "Look here.", NOW).encode()));
        ControlRecords over = new ControlRecords(Map.of(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "").encode()));

        assertThat(nobody(going, controllers(0)))
                .hasValue("Nobody has worked on this run since 2026-07-01T12:00:00Z: all figures are of then."
                        + " Start 'run', or 'control', 'reader' and 'writer': the run goes on where it was.");
        assertThat(nobody(blocked, controllers(0)))
                .hasValue("Nobody has worked on this run since 2026-07-01T12:00:00Z: all figures are of then.");
        assertThat(nobody(going, controllers(1))).isEmpty();
        assertThat(nobody(going, UNKNOWN)).isEmpty();
        assertThat(nobody(over, controllers(0))).isEmpty();
    }

    @Test
    void aReaderOrWriterWorksWithoutAController() {
        ControlRecords going = new ControlRecords(Map.of());
        MemberView reader = new MemberView("reader", "host-1 (4711)", List.of(0), "");

        assertThat(nobody(going, observed(Optional.of(List.of(reader)), 0))).isEmpty();
        assertThat(nobody(going, observed(Optional.empty(), 0)))
                .as("who reads is not known")
                .isEmpty();
    }

    private static Optional<String> nobody(ControlRecords said, Observed observed) {
        return Standings.of(said, Throttle.NONE, NOW, observed).nobody().map(NobodyAtWork::sentence);
    }

    private static Observed controllers(int count) {
        return observed(Optional.of(List.of()), count);
    }

    private static Observed observed(Optional<List<MemberView>> members, int controllers) {
        return new Observed(
                Optional.empty(),
                members,
                OptionalInt.of(controllers),
                Map.of(),
                OptionalLong.empty(),
                List.of(),
                Optional.of(NOW));
    }

    private static Optional<Controller> controller(ControlRecords said, Observed observed) {
        return Standings.of(said, Throttle.NONE, NOW, observed).controller();
    }

    private static ControlRecords said(RunPlan plan, Verified verified) {
        return new ControlRecords(Map.of(RunPlan.KEY, plan.encode(), Verified.KEY, verified.encode()));
    }
}
