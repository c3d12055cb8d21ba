package io.shardstream.cli.steer;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UntakenRequestTest {
    private static final Request ABORT = new Request("abort-1", Request.Kind.ABORT, Map.of(), Instant.EPOCH);
    private static final Controller CONTROLLER = new Controller(3, "4711@host/9f2c1a", Instant.EPOCH, "1.0");
    private static final ControlRecords CONTROLLED =
            new ControlRecords(Map.of(Controller.KEY, CONTROLLER.encode(RunFormat.FIRST)));

    private Instant now = Instant.EPOCH;
    private boolean seesAll = true;
    private final UntakenRequest request = new UntakenRequest(ABORT, "1@here", () -> now, () -> seesAll);

    @Test
    void whoControlsTheRunIsNamedOnceWhereNobodyBeginsIt() {
        assertThat(request.sentence(CONTROLLED)).isEmpty();
        now = now.plusSeconds(29);
        assertThat(request.sentence(CONTROLLED)).isEmpty();
        now = now.plusSeconds(1);
        assertThat(request.sentence(CONTROLLED))
                .contains(
                        "No process has started 'abort' for 30 s. Process 4711@host/9f2c1a controls the run. If it hangs,"
                                + " kill it, and another process takes over.");
        now = now.plusSeconds(60);
        assertThat(request.sentence(CONTROLLED)).isEmpty();
    }

    @Test
    void nothingIsSaidOfOneThatWasBegun() {
        Step begun = new Step("abort-1", 3, 1, "look", false, "", Instant.EPOCH);
        now = now.plusSeconds(60);
        ControlRecords said = CONTROLLED.with(Map.of(begun.key(), begun.encode()));
        assertThat(request.sentence(said)).isEmpty();
        now = now.plusSeconds(60);
        assertThat(request.sentence(said)).isEmpty();
    }

    /// As long as `cutover.on-swap-timeout`: no step moves meanwhile, and whoever ends that process leaves
    /// nobody who knows where the applications are.
    @Test
    void aProcessThatCallsWhatTheRunFileNamesIsNotToBeKilled() {
        Step call = new Step("cutover-1", 3, 9, "call cutover.on-swap", false, "", Instant.EPOCH);
        ControlRecords calling = CONTROLLED.with(Map.of(call.key(), call.encode()));
        assertThat(request.sentence(calling)).isEmpty();
        now = now.plusSeconds(30);
        assertThat(request.sentence(calling))
                .contains("Process 4711@host/9f2c1a is calling cutover.on-swap, which may take as long as"
                        + " cutover.on-swap-timeout: 'abort' is carried out after that. Do not kill the process: until the"
                        + " call has ended, nobody else knows where the applications are.");
        now = now.plusSeconds(60);
        assertThat(request.sentence(calling)).isEmpty();

        Step called = new Step("cutover-1", 3, 9, "call cutover.on-swap", true, "", now);
        ControlRecords after = CONTROLLED.with(Map.of(called.key(), called.encode()));
        assertThat(request.sentence(after)).isEmpty();
        now = now.plusSeconds(30);
        assertThat(request.sentence(after).orElseThrow()).contains("If it hangs, kill it");
        now = now.plusSeconds(60);
        assertThat(request.sentence(after)).isEmpty();
    }

    /// An abort goes on over that.
    @Test
    void aStepThatCannotBeReadDoesNotKeepItFromBeingSaid() {
        byte[] garbage = {1};
        ControlRecords said = CONTROLLED.with(Map.of(Step.keyPrefix("cutover-1") + "3", garbage));
        assertThat(request.sentence(said)).isEmpty();
        now = now.plusSeconds(30);
        assertThat(request.sentence(said).orElseThrow()).contains("If it hangs, kill it");
    }

    @Test
    void nothingIsSaidOfThisProcess() {
        UntakenRequest own = new UntakenRequest(ABORT, "4711@host/9f2c1a", () -> now, () -> true);
        now = now.plusSeconds(60);
        assertThat(own.sentence(CONTROLLED)).isEmpty();
    }

    /// It may have been begun. And nobody else takes over before that transaction has ended.
    @Test
    void nothingIsSaidWhileSomebodyElsesTransactionHidesWhatIsWritten() {
        seesAll = false;
        for (int second = 0; second < 100; second++) {
            assertThat(request.sentence(CONTROLLED)).isEmpty();
            now = now.plusSeconds(1);
        }
        seesAll = true;
        assertThat(request.sentence(CONTROLLED)).isEmpty();
        now = now.plusSeconds(30);
        assertThat(request.sentence(CONTROLLED).orElseThrow()).contains("If it hangs, kill it");
    }

    /// As of a cut-over that an abort ends.
    @Test
    void nothingIsSaidWhileStepsOfAnotherOneMove() {
        for (int second = 0; second < 120; second++) {
            Step other = new Step("cutover-1", 3, 9, "lift", false, "tried again", now);
            assertThat(request.sentence(CONTROLLED.with(Map.of(other.key(), other.encode()))))
                    .isEmpty();
            now = now.plusSeconds(1);
        }
    }
}
