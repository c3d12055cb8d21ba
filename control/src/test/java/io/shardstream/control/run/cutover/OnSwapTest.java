package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.block.FailedHook;
import io.shardstream.control.run.block.OurBlocks;
import io.shardstream.control.run.block.SwapHook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What `cutover.on-swap` names is called between the swap and the first write to the target.
class OnSwapTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";
    private final OnSwapFixture fixture = new OnSwapFixture();
    private final List<JsonNode> told = fixture.told;
    private final SwapHook hook = fixture.hook;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsCalledWhenProductionHasMovedAndNobodyCanWriteToEitherIndex(boolean areTwo) throws Exception {
        CutoverFixture run = new CutoverFixture(areTwo, hook);
        fixture.meanwhile = () -> {
            assertThat(run.cluster.names(TARGET)).contains(LIVE, "places", "search");
            assertThat(run.cluster.takesWrites(TARGET)).isFalse();
            assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(told).hasSize(1);
        JsonNode record = told.getFirst();
        assertThat(record.path("id").asString()).isEqualTo(request.id());
        assertThat(record.path("event").asString()).isEqualTo("swapped");
        assertThat(record.path("run").asString()).isEqualTo("x");
        assertThat(record.path("source_index").asString()).isEqualTo(SOURCE);
        assertThat(record.path("target_index").asString()).isEqualTo(TARGET);
        assertThat(record.path("source_cluster").asString()).isEqualTo(areTwo ? "other" : "c");
        assertThat(record.path("target_cluster").asString()).isEqualTo("c");
        assertThat(record.path("aliases")).hasSize(2);
    }

    /// A later controller goes by it: it would call again, or move production back.
    @Test
    void thatItHasSucceededIsWrittenBeforeAnythingElseIsDone() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.topic.said().all(Step.keyPrefix(request.id()), Step::decode))
                .filteredOn(
                        step -> step.name().equals(OnSwap.CALL) || step.name().equals(OurBlocks.OF_SOURCE))
                .hasSize(2)
                .allSatisfy(step -> assertThat(run.topic.writes)
                        .filteredOn(keys -> keys.contains(step.key()))
                        .as(step.name())
                        .hasSize(2)
                        .last()
                        .isEqualTo(Set.of(step.key())));
    }

    /// Clients are refused until it has succeeded and the target's block is lifted.
    @Test
    void theTimeThatItTakesIsPartOfTheTimeInWhichClientsWereRefused() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> run.run.pass(Duration.ofSeconds(7));
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(signed(run).blockedMillis()).isGreaterThanOrEqualTo(7000);
    }

    @Test
    void theTimeAfterTheTargetWasOpenedIsNoPartOfIt() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before set") && run.cluster.names(TARGET).contains(LIVE)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        run.run.pass(Duration.ofHours(1));
        run.control();
        assertThat(signed(run).blockedMillis()).isLessThan(Duration.ofHours(1).toMillis());
    }

    private static SignedOff signed(CutoverFixture run) {
        return run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
    }

    @Test
    void whereverItsControllerIsKilledBetweenItsCallsToTheClusterItIsCalledOnce() throws Exception {
        int calls = new CutoverFixture(false, hook).callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            told.clear();
            CutoverFixture run = new CutoverFixture(false, hook);
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.control();
            assertThat(run.answer(request).outcome())
                    .as("killed at call %s: %s", call, run.answer(request).sentence())
                    .isEqualTo(Answer.Outcome.DONE);
            assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            assertThat(run.cluster.names(TARGET)).containsExactly(LIVE, "places", "search");
            assertThat(told).extracting(record -> record.path("id").asString()).containsExactly(request.id());
        }
    }

    @Test
    void aControllerThatIsKilledWhileItIsCalledIsFollowedByOneThatCallsItAgain() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> {
            throw new CutoverFixture.Killed();
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();

        fixture.meanwhile = () -> {};
        run.control();
        assertThat(told).extracting(record -> record.path("id").asString()).containsExactly(request.id(), request.id());
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The applications may have moved: giving production back would have them write to an index that is
    /// swept.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsCalledAgainHoweverLongNobodyControlledTheRun(boolean isAborted) throws Exception {
        CutoverFixture run = new CutoverFixture(true, hook);
        fixture.meanwhile = () -> {
            throw new CutoverFixture.Killed();
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);

        fixture.meanwhile = () -> {};
        run.run.pass(Duration.ofHours(1));
        if (isAborted) {
            Request _ = run.ask(Request.Kind.ABORT, Map.of());
        }
        run.control();

        assertThat(told).hasSize(2);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.topic.said().isIn(Phase.COMPLETED)).isTrue();
        assertThat(isAborted || run.answer(request).outcome() == Answer.Outcome.DONE)
                .isTrue();
    }

    @Test
    void whereSomebodyHasLetClientsWriteMeanwhileProductionStays() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> {
            run.cluster.block(TARGET, false);
            throw FailedHook.because("no");
        };
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains(
                        "Production is on 'cities-v2'",
                        "could not be taken back any more, though cutover.on-swap has failed: no");
        assertThat(run.cluster.names(TARGET)).containsExactly(LIVE, "places", "search");
        assertThat(run.topic.said().of(OwnBlock.key(Side.TARGET), OwnBlock::decode))
                .as("by which 'status' says that a rollback has blocked it")
                .isEmpty();
    }

    /// What it has switched nobody would switch back.
    @Test
    void anAbortThatIsAskedForWhileItIsCalledAndSucceedsComesTooLate() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        fixture.meanwhile = () -> run.ask(Request.Kind.ABORT, Map.of());
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void theTargetStaysBlockedUntilItHasSucceededWhereTheAnswerOfTheSwapIsLost() throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        AtomicInteger swaps = new AtomicInteger();
        run.cluster.around(what -> {
            assertClosedBehindTheSwap(run);
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast()) && swaps.getAndIncrement() == 0) {
                run.cluster.unacknowledged = 1;
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(told).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "before aliases",
                "before name",
                "after name",
                "before writeBlock",
                "before unblock",
                "before block"
            })
    void theTargetStaysBlockedUntilItHasSucceededWhereTheSwapArrivesLate(String when) throws Exception {
        CutoverFixture run = new CutoverFixture(false, hook);
        AtomicInteger swaps = new AtomicInteger();
        List<AliasChange> late = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast()) && swaps.getAndIncrement() == 0) {
                late.addAll(run.cluster.calls.getLast());
                throw new TimeoutException("lost on its way");
            }
            if (what.equals(when) && !late.isEmpty()) {
                boolean _ = run.cluster.arrive(late);
                late.clear();
            }
            assertClosedBehindTheSwap(run);
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(told).hasSize(1);
        assertThat(late).isEmpty();
    }

    private void assertClosedBehindTheSwap(CutoverFixture run) {
        if (told.isEmpty() && run.cluster.names(TARGET).contains(LIVE)) {
            assertThat(run.cluster.takesWrites(TARGET))
                    .as("before it was called")
                    .isFalse();
        }
    }

    private static boolean isSwap(List<AliasChange> call) {
        return call.contains(new AliasChange.Add(TARGET, Alias.plain(LIVE)));
    }
}
