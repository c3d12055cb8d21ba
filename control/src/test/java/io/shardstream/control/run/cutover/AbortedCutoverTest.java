package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.assertNotCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.isSwap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import io.shardstream.control.state.controller.Journal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// What an abort, and a controller that was deposed, leave of a cut-over at each of its calls.
class AbortedCutoverTest {
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void anAbortAtAnyCallGivesEverythingBackUnlessTheSwapHasHappened() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        int aborted = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            run.ask(Request.Kind.CUTOVER, Map.of());
            AtomicInteger count = new AtomicInteger();
            int here = call;
            run.cluster.around(_ -> {
                if (count.incrementAndGet() == here) {
                    run.ask(Request.Kind.ABORT, Map.of());
                }
            });
            run.control();

            if (run.isIn(Phase.COMPLETED)) {
                assertCutOver(run);
            } else {
                aborted++;
                assertThat(run.isIn(Phase.CATCHING_UP))
                        .as("aborted at call " + call)
                        .isTrue();
                assertNotCutOver(run);
            }
        }
        assertThat(aborted).isBetween(calls / 2, calls - 1);
    }

    @Test
    void anAbortAfterTheControllerWasKilledAtAnyCallGivesEverythingBackUnlessTheSwapHasHappened() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            boolean wasSwapped = run.cluster.names(TARGET).contains("Shardstream-x-Live");
            run.ask(Request.Kind.ABORT, Map.of());
            run.control();

            assertThat(run.isIn(Phase.COMPLETED)).as("killed at call " + call).isEqualTo(wasSwapped);
            if (wasSwapped) {
                assertCutOver(run);
            } else {
                assertNotCutOver(run);
            }
        }
    }

    @Test
    void aFenceThatArrivesAfterAnAbortIsTakenBack() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> fence = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertThat(run.cluster.arrive(fence)).isTrue();
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x");

        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertNotCutOver(run);

        assertThat(run.cluster.arrive(fence)).isTrue();
        Request again = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", ""));
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x");
    }

    @Test
    void noTwoCallsThatFenceNameTheSameToken() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger lost = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before change") && lost.incrementAndGet() <= 2) {
                throw new TimeoutException("lost");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.calls.subList(0, 3)).doesNotHaveDuplicates();
        assertThat(run.cluster.arrive(run.cluster.calls.getFirst())).isFalse();
    }

    @Test
    void aSwapThatArrivesAfterAnAbortChangesNothing() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> swap = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertNotCutOver(run);

        assertThat(run.cluster.arrive(swap)).isFalse();
        assertNotCutOver(run);
    }

    @Test
    void theSwapOfAControllerThatWasDeposedFindsItsTokenGone() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        List<AliasChange> swap = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        AtomicInteger refused = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && !run.cluster.arrive(swap)) {
                refused.incrementAndGet();
            }
        });
        run.control();

        assertThat(refused)
                .as("the new controller has replaced the token before it waits")
                .hasPositiveValue();
        assertCutOver(run);
    }

    @Test
    void aControllerThatWasDeposedChangesNothingMore() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        Journal first = run.topic.journal();
        run.once("after block", () -> ControllerEpoch.begin(run.topic.journal(), "second", run.run));
        assertThatThrownBy(() -> run.control(first)).isInstanceOf(DeposedException.class);
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    @Test
    void aControllerThatIsDeposedWhileItWaitsDoesNotTryAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.bulks = 3;
        run.ask(Request.Kind.CUTOVER, Map.of());
        Journal first = run.topic.journal();
        AtomicInteger asked = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && asked.incrementAndGet() == 1) {
                ControllerEpoch.begin(run.topic.journal(), "second", run.run);
            }
        });
        assertThatThrownBy(() -> run.control(first)).isInstanceOf(DeposedException.class);
        assertThat(asked).hasValue(1);
    }
}
