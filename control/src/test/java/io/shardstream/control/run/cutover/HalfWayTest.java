package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is left by a controller that died half way, by somebody else, or by a call that came late.
class HalfWayTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void aWayBackThatIsRefusedInTheEndLeavesTheTargetOpenWhereverItsControllerWasKilled() throws Exception {
        int calls = callsOfRollback(HalfWayTest::writeBeforeTheBlock);
        int refused = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = cutOver();
            Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, writeBeforeTheBlock(run));
            run.control();

            assertThat(run.cluster.takesWrites(run.isIn(Phase.COMPLETED) ? TARGET : SOURCE))
                    .as("killed at call " + call)
                    .isTrue();
            assertThat(run.answer(rollback).outcome() == Answer.Outcome.REFUSED).isEqualTo(run.isIn(Phase.COMPLETED));
            refused += run.isIn(Phase.COMPLETED) ? 1 : 0;
        }
        assertThat(refused).isBetween(1, calls - 1);
    }

    @Test
    void aReleaseAfterAWayBackThatWasNotFinishedLeavesNoIndexBlockedThatClientsUse() throws Exception {
        int calls = callsOfRollback(_ -> _ -> {});
        int refused = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = cutOver();
            run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            boolean isBack = run.cluster.names(TARGET).contains("Shardstream-x-Returned");
            Request release = run.ask(Request.Kind.RELEASE, Map.of());
            run.control();

            assertThat(run.answer(release).outcome())
                    .as("killed at call " + call)
                    .isEqualTo(isBack ? Answer.Outcome.REFUSED : Answer.Outcome.DONE);
            if (isBack) {
                refused++;
                run.ask(Request.Kind.ROLLBACK, Map.of());
                run.control();
                assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
                assertThat(run.isIn(Phase.ABORTED)).isTrue();
            } else {
                assertThat(run.cluster.names(TARGET)).containsExactly("places", "search");
                assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            }
        }
        assertThat(refused).isBetween(1, calls - 1);
    }

    /// Of which nothing else is said than where the aliases are.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoEndsARollbackIsToldThatClientsCannotWriteToTheTarget(boolean isBlocked) throws Exception {
        CutoverFixture run = cutOver();
        run.endless();
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.kill(1, _ -> {});
        if (isBlocked) {
            run.cluster.block(TARGET, true);
        } else {
            run.cluster.close(TARGET);
        }

        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of());

        assertThat(answer.sentence())
                .startsWith("The rollback is given up.")
                .contains("Clients cannot write to 'cities-v2': it " + (isBlocked ? "has a write block" : "is closed"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    @Test
    void aTargetThatIsClosedBehindTheSwapIsTold() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.endless();
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.cluster.close(TARGET);
            }
        });

        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.sentence())
                .startsWith("Production is on 'cities-v2'.")
                .contains("Clients cannot write to 'cities-v2': it is closed. Mend that, and clients can write again.");
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "CUTOVER", "RELEASE"})
    void aRollbackThatNobodyAsksForAnyMoreLeavesTheTargetToProduction(Request.Kind next) throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();

        run.ask(next, Map.of());
        run.control();

        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void aTargetThatIsBlockedIsNotCutOverTo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.block(TARGET, true);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).sentence()).contains("'cities-v2' has a write block");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void theSourceIsBlockedAgainBeforeItsNumbersAreLookedAt() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.cluster.block(SOURCE, false);
                run.run.source(0).index("late", "{}");
            }
        });
        run.control();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    /// Its write block could not be lifted, and production not switched back.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTargetThatDoesNotRefuseToTakeAwayWhatIsNotThereIsNotCutOverTo(boolean areTwo) throws Exception {
        CutoverFixture run = new CutoverFixture(areTwo);
        run.cluster.isOld = true;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains("the target cluster does not know 'must_exist'");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.sourceCluster.anchors()).isEmpty();
    }

    /// In another cluster no alias leads applications away from it: nobody would lift the block.
    @Test
    void aSourceThatApplicationsWriteToAgainIsNotBlockedOnceMore() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.sourceCluster.block(SOURCE, false);
                run.run.source(0).index("late", "{}");
            }
        });
        run.control();
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("do not delete it", "was written after its last number");
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(signed.sourceAfter()).isNotEqualTo(signed.source());
    }

    @Test
    void aSourceWhoseBlockIsLiftedAgainAndAgainIsNotCutOverForEver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger blocks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                assertThat(blocks.incrementAndGet()).isLessThan(100);
            }
            if (what.equals("after change")) {
                run.cluster.block(SOURCE, false);
                run.run.pass(Duration.ofSeconds(1));
            }
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("cutover.max-blocked");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void theTimeWithoutWritesCountsFromTheFirstController() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        try {
            run.cluster.around(what -> {
                if (what.equals("before change")) {
                    throw new CutoverFixture.Killed();
                }
            });
            run.control();
        } catch (CutoverFixture.Killed e) {
            run.run.pass(Duration.ofSeconds(5));
        }
        run.cluster.around(_ -> {});
        run.control();
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(signed.blockedMillis()).isGreaterThanOrEqualTo(5000);
    }

    @Test
    void aTargetThatIsDeletedDoesNotKeepTheSourceBlocked() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger tries = new AtomicInteger();
        run.run.whileSleeping(() -> {
            assertThat(tries.incrementAndGet()).isLessThan(1000);
            run.run.copy();
        });
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                run.cluster.remove(TARGET);
            }
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    private static Consumer<String> writeBeforeTheBlock(CutoverFixture run) {
        AtomicInteger writes = new AtomicInteger();
        return what -> {
            if (what.equals("before block") && writes.getAndIncrement() == 0) {
                run.run.target(0).index("client", "{}");
            }
        };
    }

    private static CutoverFixture cutOver() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        return run;
    }

    private interface Meanwhile {
        Consumer<String> in(CutoverFixture run);
    }

    private static int callsOfRollback(Meanwhile meanwhile) throws Exception {
        CutoverFixture run = cutOver();
        AtomicInteger calls = new AtomicInteger();
        Consumer<String> also = meanwhile.in(run);
        run.cluster.around(what -> {
            calls.incrementAndGet();
            also.accept(what);
        });
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        return calls.get();
    }
}
