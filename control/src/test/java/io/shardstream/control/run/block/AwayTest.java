package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cut-over that is to be taken back while the target or the source is away, or gone for good.
class AwayTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String GC_DELETES = "index.gc_deletes";

    private final CutoverFixture run = new CutoverFixture();

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
            if (what.equals("before change") && run.isSwap()) {
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
            if (what.equals("after change") && run.isSwap()) {
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
