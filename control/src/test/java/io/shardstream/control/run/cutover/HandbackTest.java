package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Production has gone back to the source, and something else is asked for before that takes writes.
class HandbackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String RETURNED = "Shardstream-x-Returned";

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "RELEASE"})
    void nothingTakesThePlaceOfARollbackThatHasMovedProduction(Request.Kind next) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        List<Request> asked = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before writeBlock") && run.cluster.names(TARGET).contains(RETURNED) && asked.isEmpty()) {
                asked.add(run.ask(next, Map.of()));
                throw new TimeoutException("tried again");
            }
        });
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertEnded(run);
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(asked.getFirst()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(asked.getFirst()).sentence()).startsWith("The run has ended: rolled back to cities.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "RELEASE", "CUTOVER"})
    void whereverTheControllerDiedWhateverIsAskedForNextLeavesProductionOnAnIndexThatTakesWrites(Request.Kind next)
            throws Exception {
        int calls = CutoverFixture.cutOver(false).callsOf(Request.Kind.ROLLBACK);
        int finished = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            boolean isBack = run.cluster.names(TARGET).contains(RETURNED);
            Request later = run.ask(next, Map.of());
            run.control();

            assertThat(run.cluster.takesWrites(isBack ? SOURCE : TARGET))
                    .as("killed at call " + call)
                    .isTrue();
            if (isBack) {
                finished++;
                assertEnded(run);
                assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
                assertThat(run.answer(later).outcome()).isEqualTo(Answer.Outcome.REFUSED);
                assertThat(run.answer(later).sentence())
                        .startsWith("Not done: a rollback had moved production back before."
                                + " Production is on 'cities' again. 'cities-v2' stays blocked for writes");
            }
        }
        assertThat(finished).isPositive();
    }

    /// Nobody knows any more what that had accepted.
    @Test
    void whatTheRollbackHasLostIsToldByWhateverFinishesIt() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.run.target(0).index("client", "{}");
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "1"));
        run.cluster.around(what -> {
            if (run.cluster.names(TARGET).contains(RETURNED)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertEnded(run);
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(abort).sentence())
                .contains(
                        "but clients wrote 1 operations to 'cities-v2' since the swap, which the source does not have:"
                                + " look which those were.");
    }

    @Test
    void aRollbackIsFinishedWhereTheSwapBackOfAnEarlierOneArrivesWhileItIsRefused() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        List<List<AliasChange>> late = new ArrayList<>();
        Request earlier = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                late.add(run.cluster.calls.getLast());
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                boolean _ = run.cluster.arrive(late.getFirst());
            }
        });
        run.cluster.lose(SOURCE, 1);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertEnded(run);
        for (Request asked : List.of(rollback, earlier)) {
            assertThat(run.answer(asked).sentence())
                    .startsWith("Production is on 'cities' again. Clients cannot write to 'cities': 1 of 2 shards have"
                            + " no primary.");
        }
    }

    /// That has lifted the source's write block, too.
    @Test
    void aCutOverThatWasTakenBackIsNotTakenForARollback() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request first = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> run.ask(Request.Kind.ABORT, Map.of()));
        run.control();
        assertThat(run.answer(first).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        run.cutOver();
        assertThat(ProductionAt.afterCutover(run.topic.said())).isEqualTo(ProductionAt.TARGET);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private static void assertEnded(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).contains("places");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
