package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.Rescue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cut-over that is to be taken back while the target, the source or Kafka is away, or gone for good.
class AwayTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String GC_DELETES = "index.gc_deletes";

    private final CutoverFixture run = new CutoverFixture();
    private final Rescue rescue = run.switching.rescue();

    @ParameterizedTest
    @ValueSource(ints = {0, 401, 403})
    void aTargetThatIsAwayBeforeTheFenceDoesNotKeepTheSourceBlocked(int status) throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> {
            lose(TARGET, status);
            run.run.target(0).before(_ -> {
                throw new TimeoutException("the target is away");
            });
        });
        endless();
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("Clients write to 'cities' again");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void anAbortDoesNotWaitForATargetThatIsAwayAndShowsItsSteps() throws Exception {
        lose(TARGET, 0);
        endless();
        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.answer(abort).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(abort).sentence())
                .contains("clients write to 'cities'", "could not be seen", "memory does not answer")
                .endsWith("Give 'abort' again when the target answers.");
        assertThat(steps(abort)).contains("see that clients can write to the source: they can");
    }

    /// Every other request would wait for it.
    @Test
    void anAbortDoesNotWaitForASourceThatTheRunHasNotBlocked() throws Exception {
        run.cluster.away(SOURCE, true);
        endless();
        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.answer(abort).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(abort).sentence())
                .contains(
                        "No cut-over is under way. Whether clients can write to 'cities' could not be seen: no answer"
                                + " within 10 s",
                        "memory does not answer")
                .endsWith("Give 'abort' again when the source answers.");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertGivenUp(Answer.Outcome.DIFFERENT, "Keep index 'cities-v2' and the run's topics");
    }

    /// The source is blocked by the run itself, so an abort goes on until it is free.
    @Test
    void anAbortThatWaitsMakesRoomForGivingTheRunUp() throws Exception {
        assertThat(new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                        .sourceBlock()
                        .set())
                .isPresent();
        run.cluster.away(SOURCE, true);
        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        List<Request> asked = new ArrayList<>();
        AtomicInteger tries = new AtomicInteger();
        run.run.whileSleeping(() -> {
            if (tries.incrementAndGet() == 300) {
                asked.add(run.ask(Request.Kind.ABORT, Map.of("run", "yes")));
            }
            if (tries.get() == 600) {
                run.cluster.away(SOURCE, false);
            }
            assertThat(tries).hasValueLessThan(2000);
        });
        run.control();

        assertThat(run.answer(abort).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(abort).sentence()).contains("'abort' was asked for and has taken its place");
        assertThat(run.answer(asked.getFirst()).sentence()).startsWith("The run is given up.");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void aRunWhoseTargetIsAwayForGoodCanBeGivenUpAndWhatIsLeftIsSaid() throws Exception {
        run.cluster.away(TARGET, true);
        endless();
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .startsWith("The run is given up.")
                .contains(
                        "'cities-v2' may still have the alias 'Shardstream-x' and the index.gc_deletes of this run,"
                                + " since the target has not answered",
                        "take them away when it answers");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    /// No swap was told, so none can happen any more.
    @Test
    void aTargetThatIsAwayBehindTheFenceDoesNotKeepTheSourceBlocked() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> {
            run.cluster.away(TARGET, true);
            throw new TimeoutException("asked again");
        });
        endless();
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();

        run.cluster.away(TARGET, false);
        run.control();
        assertThat(run.cluster.names(TARGET))
                .as("writers have their alias again")
                .containsExactly("Shardstream-x");
        Request again = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The swap may have happened, or may yet.
    @Test
    void aTargetThatIsAwayWhenTheSwapWasToldIsAskedFirst() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap()) {
                run.cluster.around(_ -> {});
                run.cluster.away(TARGET, true);
                throw new TimeoutException("asked again");
            }
        });
        AtomicInteger tries = new AtomicInteger();
        run.run.whileSleeping(() -> {
            run.run.copy();
            if (tries.incrementAndGet() == 300) {
                assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
                run.cluster.away(TARGET, false);
            }
            assertThat(tries).hasValueLessThan(1000);
        });
        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    /// The mark of the swap is left out of an answer, and the source must not take writes beside the target.
    @Test
    void aSwapWhoseMarkIsNotSeenIsNotTakenForNone() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && isSwap()) {
                run.cluster.around(_ -> {});
                run.cluster.unseen.add("Shardstream-x-Live");
                run.ask(Request.Kind.ABORT, Map.of());
                throw new TimeoutException("the answer is lost");
            }
        });
        run.control();

        assertThat(run.cluster.names(TARGET)).contains("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void withoutKafkaATargetThatIsAwayBehindTheFenceDoesNotKeepTheSourceBlocked() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("before hasBulks");
        run.cluster.away(TARGET, true);
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        run.cluster.away(TARGET, false);
        run.topic.away(false);
        run.control();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    @Test
    void aRunWhoseSourceWasDeletedCanBeGivenUp() throws Exception {
        run.cluster.remove(SOURCE);
        assertGivenUp(Answer.Outcome.DIFFERENT, "index 'cities' is gone, so this may be the last copy");
    }

    @Test
    void aRunWhoseSourceIsAwayForGoodCanBeGivenUp() throws Exception {
        run.cluster.away(SOURCE, true);
        assertGivenUp(Answer.Outcome.DIFFERENT, "Keep index 'cities-v2' and the run's topics");
    }

    @Test
    void aRunWhoseTargetWasDeletedCanBeGivenUp() throws Exception {
        run.cluster.remove(TARGET);
        endless();
        run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void aSourceThatIsDeletedUnderTheBlockEndsTheCutOverAndThenTheRun() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("after block", () -> {
            run.cluster.remove(SOURCE);
            run.run.source(0).cutOff();
            run.run.source(1).cutOff();
        });
        endless();
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("'cities' is gone", "'abort --run'");

        Request abort = run.ask(Request.Kind.ABORT, Map.of());
        run.control();
        assertThat(run.answer(abort).sentence()).contains("'cities' is gone", "'abort --run'");
        assertGivenUp(Answer.Outcome.DIFFERENT, "index 'cities' is gone, so this may be the last copy");
    }

    @Test
    void aSourceThatIsDeletedAfterTheSwapDoesNotKeepTheCutOverFromItsEnd() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.cluster.around(_ -> {});
                run.cluster.remove(SOURCE);
            }
        });
        endless();
        run.control();

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(request).sentence()).contains("'cities' is gone, so there is no way back");
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(GC_DELETES, "60s");
    }

    @Test
    void aControllerThatIsToldToStopTakesItsBlockBackFirst() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("after block", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("the process that controlled the run was told to stop", "Clients write to 'cities' again");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void aControllerThatIsToldToStopBeforeItBlocksAnythingRefuses() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("before name", () -> leaving.set(true));
        run.control(run.term(run.topic.journal(), leaving::get));

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void whatIsBlockedIsFreedWithoutKafkaAndTheFirstRecordAfterwardsIsTheAbort() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isPresent();

        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(rescue.due()).isEmpty();

        run.topic.away(false);
        ControllerEpoch back = run.term(run.topic.journal());
        run.topic.writes.clear();
        run.cluster.around(what -> assertThat(what).isNotIn("before block", "before change"));
        run.control(back);
        assertThat(run.topic.writes.getFirst()).contains("phase", Answer.key(request.id()));
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("Kafka did not answer");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.topic.said().of(OwnBlock.key(Side.SOURCE), OwnBlock::decode))
                .isEmpty();
    }

    @Test
    void whereverKafkaGoesAwayProductionIsOnOneIndexThatTakesWrites() throws Exception {
        int freed = 0;
        for (int call = 1; ; call++) {
            CutoverFixture one = new CutoverFixture();
            one.ask(Request.Kind.CUTOVER, Map.of());
            AtomicInteger calls = new AtomicInteger();
            int last = call;
            one.cluster.around(_ -> one.topic.away(calls.incrementAndGet() >= last));
            try {
                one.control();
                break;
            } catch (TimeoutException e) {
                one.switching.rescue().attempt();
            }
            one.cluster.around(_ -> {});
            boolean isSwapped = one.cluster.names(TARGET).contains("places");
            assertThat(one.cluster.takesWrites(isSwapped ? TARGET : SOURCE))
                    .as("Kafka is away from call " + call)
                    .isTrue();
            assertThat(one.cluster.names(isSwapped ? SOURCE : TARGET)).doesNotContain("places");
            freed += one.switching.rescue().due().isEmpty() && !isSwapped ? 1 : 0;
            one.topic.away(false);
            one.control();
            assertThat(one.cluster.takesWrites(one.cluster.names(TARGET).contains("places") ? TARGET : SOURCE))
                    .isTrue();
            assertThat(one.isIn(Phase.CUTTING_OVER)).isFalse();
        }
        assertThat(freed).isPositive();
    }

    @Test
    void withoutKafkaTheTokenIsTakenAwayBeforeTheSourceIsFreed() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafkaAtTheSwap();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-2-1");
        run.cluster.around(what -> {
            if (what.equals("before unblock")) {
                assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
            }
        });
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void withoutKafkaNothingIsDoneWhereAnotherControllerHasPutItsToken() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafkaAtTheSwap();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(TARGET, "Shardstream-x-Swap-docs-2-1"),
                new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Swap-docs-3-1"))));
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-3-1");
        assertThat(rescue.due()).as("then or later").isEmpty();
    }

    @Test
    void withoutKafkaNothingIsDoneWhenTheSwapHasHappened() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.topic.away(true);
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void withoutKafkaABlockOfALaterControllerStays() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        String mine = run.cluster.blockNames(SOURCE).iterator().next();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(SOURCE, mine),
                new AliasChange.Add(SOURCE, Alias.plain(mine.replace("-2-", "-3-")))));
        rescue.attempt();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(rescue.due()).isEmpty();
    }

    @Test
    void aRescueThatTheSourceDoesNotAnswerIsTriedAgain() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        run.cluster.away(SOURCE, true);
        assertThatThrownBy(rescue::attempt).hasMessageContaining("does not answer");
        assertThat(rescue.due()).isPresent();

        run.cluster.away(SOURCE, false);
        rescue.attempt();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// Another controller has gone on meanwhile, and has blocked the source again.
    @Test
    void whatWasFreedWithoutKafkaIsNotSaidOfACutOverThatAnotherControllerWentOnWith() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        loseKafka("after block");
        rescue.attempt();
        run.topic.away(false);
        ControllerEpoch other = run.term(run.topic.journal());
        assertThat(new Sides("x", other, run.cluster, run.cluster).sourceBlock().set())
                .isPresent();

        run.control();
        assertThat(run.cluster.takesWrites(run.cluster.names(TARGET).contains("places") ? TARGET : SOURCE))
                .isTrue();
    }

    private void assertGivenUp(Answer.Outcome outcome, String sentence) throws Exception {
        endless();
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(outcome);
        assertThat(run.answer(request).sentence()).contains(sentence).doesNotContain("can be deleted");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.cluster.names(TARGET)).isEmpty();
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(GC_DELETES, "60s");
    }

    private void lose(String index, int status) {
        if (status == 0) {
            run.cluster.away(index, true);
        } else {
            run.cluster.refuse(index, status);
        }
    }

    private void loseKafka(String when) {
        run.once(when, () -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }

    /// The swap is told, and not sent.
    private void loseKafkaAtTheSwap() {
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap()) {
                run.topic.away(true);
                throw new TimeoutException("away");
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
    }

    private boolean isSwap() {
        return run.cluster.calls.getLast().stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }

    /// Whoever waits too long fails the test.
    private void endless() {
        AtomicInteger tries = new AtomicInteger();
        run.run.whileSleeping(() -> {
            assertThat(tries.incrementAndGet()).isLessThan(1000);
            run.run.copy();
        });
    }

    private List<String> steps(Request request) {
        return run.topic.said().all(Step.keyPrefix(request.id()), Step::decode).stream()
                .map(step -> step.name() + ": " + step.detail())
                .toList();
    }
}
