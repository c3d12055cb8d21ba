package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.state.RequestAge;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// C-110: what was asked for while nobody controlled the run, and is found by a controller that comes later.
class ForgottenRequestTest {
    private static final Duration LATE = RequestAge.MOST.plusSeconds(1);

    @Test
    void aCutOverThatNobodyBeganInTimeIsRefused() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.pass(LATE);
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .isEqualTo("Not done: 'cutover' was asked for 15 min 01 s ago (1970-01-01T00:00:00Z) and has no answer"
                        + " yet, and nobody has begun it, or gone on with it, for 15 minutes. Production was not touched. Run 'cutover' again if"
                        + " it is still wanted.");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.aliases(CutoverFixture.SOURCE)).contains(CutoverFixture.FILTERED);
    }

    @Test
    void aControllerThatIsAwayForAWhileCarriesItOut() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.pass(RequestAge.MOST.minusMinutes(1));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The clock of the machine on which it was asked for may be far behind.
    @Test
    void whatIsAskedForWhileTheRunIsControlledIsNew() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.run.pass(LATE);
        ControllerEpoch term = run.term(run.topic.journal());
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control(term);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// A steady clock stands still while the machine is suspended.
    @Test
    void aCutOverThatAControllerFindsWhoseMachineWasSuspendedIsRefused() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control(ControllerEpoch.begin(
                run.topic.journal(),
                "test",
                run.run,
                Optional::empty,
                () -> run.run.instant().plus(LATE)));
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).startsWith("Not done: 'cutover' was asked for 15 min 01 s ago");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void whatWasAskedForWhileTheControllersMachineWasSuspendedIsNotNew() throws Exception {
        CutoverFixture run = new CutoverFixture();
        AtomicReference<Duration> suspended = new AtomicReference<>(Duration.ZERO);
        ControllerEpoch term = ControllerEpoch.begin(
                run.topic.journal(),
                "test",
                run.run,
                Optional::empty,
                () -> run.run.instant().plus(suspended.get()));
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        suspended.set(LATE);
        run.control(term);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    @Test
    void whatWasAskedForWhileTheControllerStoodStillIsNotNew() throws Exception {
        CutoverFixture run = new CutoverFixture();
        ControllerEpoch term = run.term(run.topic.journal());
        assertThat(term.request()).isEmpty();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.pass(LATE);
        run.control(term);
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void aCutOverThatIsUnderWayIsBroughtToItsEndHoweverLate() throws Exception {
        CutoverFixture run;
        Request request;
        int call = 0;
        do {
            run = new CutoverFixture();
            request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(++call, _ -> {});
        } while (!run.isIn(Phase.CUTTING_OVER));
        passInAnotherProcess(run);
        run.control();
        assertThat(run.answer(request).outcome()).isNotEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.isIn(Phase.CUTTING_OVER)).isFalse();
    }

    @Test
    void aRollbackThatNobodyBeganInTimeIsRefused() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request request = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.run.pass(LATE);
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).startsWith("Not done: 'rollback' was asked for ");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    /// It cannot be taken back.
    @Test
    void aReleaseThatNobodyBeganInTimeIsRefused() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Request request = run.ask(Request.Kind.RELEASE, Map.of());
        run.run.pass(LATE);
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).startsWith("Not done: 'release' was asked for ");
        assertThat(run.cluster.names(CutoverFixture.TARGET)).contains("Shardstream-x-Live");
    }

    /// Without the mark there is no way back, whether that was said or not.
    @Test
    void aReleaseThatHasBegunToGiveTheWayBackUpIsBroughtToItsEndHoweverLate() throws Exception {
        for (String call : List.of("before markReleased", "before change", "after change")) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            Request request = run.ask(Request.Kind.RELEASE, Map.of());
            run.kill(Integer.MAX_VALUE, what -> {
                if (what.equals(call)) {
                    throw new CutoverFixture.Killed();
                }
            });
            passInAnotherProcess(run);
            run.control();
            assertThat(run.answer(request).outcome()).as(call).isEqualTo(Answer.Outcome.DONE);
        }
    }

    /// Whatever was asked for last: until the way back is finished no index takes writes.
    @Test
    void aReleaseAskedForAfterARollbackThatHasMovedProductionFinishesThatHoweverLate() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.kill(Integer.MAX_VALUE, what -> {
            if (what.equals("after change")) {
                throw new CutoverFixture.Killed();
            }
        });
        run.ask(Request.Kind.RELEASE, Map.of());
        passInAnotherProcess(run);
        run.control();
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void anAbortIsCarriedOutHoweverLate() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.ABORT, Map.of());
        run.run.pass(LATE);
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// What a process has begun it goes on with.
    private static void passInAnotherProcess(CutoverFixture run) {
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));
        run.run.pass(LATE);
    }
}
