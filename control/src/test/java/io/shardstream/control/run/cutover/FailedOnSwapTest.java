package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.block.FailedHook;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.block.SwapHook;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What `cutover.on-swap` names fails, or its controller is killed, and production goes back where it can.
class FailedOnSwapTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";
    private final OnSwapFixture fixture = new OnSwapFixture();
    private final List<JsonNode> told = fixture.told;
    private final SwapHook hook = fixture.hook;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whereItFailsEverythingIsTakenBackAndTheRunGoesOn(boolean areTwo) throws Exception {
        CutoverFixture run = new CutoverFixture(areTwo, hook);
        fixture.meanwhile = () -> {
            throw FailedHook.because("the command ended with exit code 3");
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains(
                        "cutover.on-swap has failed: the command ended with exit code 3", "Clients write to 'cities'");
        assertTakenBack(run);
        assertThat(told).hasSize(1);

        fixture.meanwhile = () -> {};
        Request again = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(told).extracting(record -> record.path("id").asString()).containsExactly(request.id(), again.id());
    }

    @Test
    void whereItFailsThenProductionIsGivenBack() throws Exception {
        CutoverFixture run = new CutoverFixture(true, hook);
        fixture.meanwhile = () -> {
            throw new CutoverFixture.Killed();
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);

        fixture.meanwhile = () -> {
            throw FailedHook.because("no");
        };
        run.run.pass(Duration.ofHours(1));
        run.control();

        assertThat(run.answer(request).sentence()).contains("cutover.on-swap has failed: no");
        assertTakenBack(run);
    }

    @Test
    void whereverItsControllerIsKilledAndItFailsFromThenOnProductionIsWhereItCanWrite() throws Exception {
        int calls = new CutoverFixture(false, hook).callsOf(Request.Kind.CUTOVER);
        int back = 0;
        for (int call = 1; call <= calls; call++) {
            fixture.meanwhile = () -> {};
            CutoverFixture run = new CutoverFixture(false, hook);
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            fixture.meanwhile = () -> {
                throw FailedHook.because("no");
            };
            run.control();

            boolean isBack = run.answer(request).outcome() == Answer.Outcome.ABORTED;
            if (isBack) {
                assertTakenBack(run);
                back++;
            } else {
                assertThat(run.answer(request).outcome())
                        .as("killed at call " + call)
                        .isEqualTo(Answer.Outcome.DONE);
                assertThat(run.cluster.names(TARGET)).containsExactly(LIVE, "places", "search");
                assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            }
        }
        assertThat(back).isBetween(1, calls - 1);
    }

    @Test
    void whereverItsControllerIsKilledWhileItTakesBackTheNextOneDoes() throws Exception {
        fixture.meanwhile = () -> {
            throw FailedHook.because("no");
        };
        int calls = new CutoverFixture(false, hook).callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture(false, hook);
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.control();
            assertThat(run.answer(request).outcome())
                    .as("killed at call " + call)
                    .isEqualTo(Answer.Outcome.ABORTED);
            assertTakenBack(run);
        }
    }

    @Test
    void anAbortThatIsAskedForWhileItIsCalledAndFailsTakesAllBack() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> {
            run.ask(Request.Kind.ABORT, Map.of());
            throw FailedHook.because("no");
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertTakenBack(run);
    }

    @Test
    void aMarkThatSomebodyTakesAwayWhileProductionIsGivenBackEndsThat() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> {
            throw FailedHook.because("no");
        };
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before name") && !told.isEmpty()) {
                boolean _ = run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, LIVE)));
            }
            assertThat(calls.incrementAndGet()).as("calls to the cluster").isLessThan(1000);
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("It could not be taken back any more, though");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    /// The call of the first controller may have moved the applications, and the second cannot find that out.
    @Test
    void whereItMayHaveSucceededAControllerThatWouldCallAnotherOneDoesNotGiveBack() throws Exception {
        CutoverFixture run = new CutoverFixture(true, hook);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("on-swap", "0123456789abcdef"));
        run.startedWith(new Settings(
                Duration.ofSeconds(20),
                100,
                List.of("{\"size\":0}"),
                0,
                ReplaceIndex.NO,
                Optional.of(hook),
                Intended.NOTHING,
                TargetReplicas.AS_SOURCE,
                new CutoverTerms(Map.of("on-swap", "0123456789abcdef"))));
        fixture.meanwhile = () -> {
            throw new CutoverFixture.Killed();
        };
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains("It could not be taken back any more", "another cutover.on-swap");
        assertThat(run.cluster.names(TARGET)).contains(LIVE);
        assertThat(run.topic.said().isIn(Phase.COMPLETED)).isTrue();
    }

    /// As a process whose run file was read before the key came into it: applications would never be told.
    @Test
    void aControllerThatTakesOverWithoutItGivesProductionBack() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("on-swap", "0123456789abcdef"));
        Settings with = new Settings(
                Duration.ofSeconds(20),
                100,
                List.of("{\"size\":0}"),
                0,
                ReplaceIndex.NO,
                Optional.of(hook),
                Intended.NOTHING,
                TargetReplicas.AS_SOURCE,
                new CutoverTerms(Map.of("on-swap", "0123456789abcdef")));
        run.startedWith(with);
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.startedWith(
                new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), ReplaceIndex.NO, Optional.empty()));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("another cutover.on-swap");
        assertThat(told).isEmpty();
        assertTakenBack(run);
    }

    @Test
    void productionIsNotGivenBackInPartWhereTheUserDoesNotSeeAllOfIt() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> {
            throw FailedHook.because("it says no");
        };
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                run.cluster.unseen.add("search");
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("Production is on 'cities-v2'", "it says no");
        assertThat(run.cluster.names(TARGET)).contains("places", "search");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isFalse();
    }

    private static void assertTakenBack(CutoverFixture run) {
        assertThat(run.sourceCluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }
}
