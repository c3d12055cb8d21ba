package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.state.controller.Rescue;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Somebody deletes the source in the seconds in which a cut-over or a rollback lets clients in.
class DeletedSourceTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";

    @Test
    void wheneverItIsDeletedBehindTheSwapTheCutOverEndsWithASentence() throws Exception {
        int calls = callsBehindTheSwap();
        int told = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            atCallBehindTheSwap(run, call, () -> delete(run, run.cluster));
            Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

            assertThat(run.isIn(Phase.COMPLETED)).as("deleted at call " + call).isTrue();
            assertThat(answer.sentence()).startsWith("Production is on 'cities-v2'.");
            assertThat(run.cluster.names(TARGET)).contains("places", "search");
            assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            told += answer.sentence().contains("'cities' is gone, so there is no way back: 'release' ends the run.")
                    ? 1
                    : 0;
        }
        assertThat(told).isGreaterThan(5);
    }

    @Test
    void anIndexThatIsMadeInItsPlaceIsNotTheWayBack() throws Exception {
        CutoverFixture run = new CutoverFixture();
        once(run, "after writeBlock", () -> {
            delete(run, run.cluster);
            MemoryCluster _ = run.cluster.with(SOURCE, "another");
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("'cities' is not the index that was copied, so there is no way back");
    }

    @Test
    void aSourceInAnotherClusterThatIsDeletedWhenItsBlockWasLiftedIsSaidToBeGone() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                run.sourceCluster.block(SOURCE, false);
                shards(run, () -> {
                    run.sourceCluster.remove(SOURCE);
                    throw gone();
                });
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("'cities' is gone, so there is no way back");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void aCopyOfTheSourceThatIsDeletedIsNotTheWayBack() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        once(run, "after writeBlock", () -> run.cluster.copiesOf(SOURCE).forEach(run.cluster::remove));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("replace-index", ReplaceIndex.WITH_COPY.text()))
                        .sentence())
                .contains("There is no copy of the index of that name, so there is no way back");
    }

    /// Nobody knows yet whether it was deleted: the cluster's master still has it.
    @Test
    void aSourceOfWhichItIsNotCertainThatItIsGoneIsLookedForAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        AtomicInteger looks = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                shards(run, () -> {
                    if (looks.incrementAndGet() < 3) {
                        throw gone();
                    }
                });
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("'cities' stays blocked as the way back");
        assertThat(looks).hasValueGreaterThan(2);
    }

    /// People have moved production back to it, and its aliases go with it.
    @Test
    void whereProductionWasOnItThatIsLookedForAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                run.cluster.give("places", TARGET, SOURCE);
                run.cluster.give("search", TARGET, SOURCE);
                shards(run, () -> {
                    run.cluster.remove(SOURCE);
                    throw gone();
                });
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .startsWith("The swap has happened, but 'places', 'search' is on no index any more.")
                .contains("'cities' is gone, so there is no way back");
    }

    @Test
    void wheneverItIsDeletedBehindTheSwapBackTheRollbackEndsWithASentence() throws Exception {
        int calls = callsBehindTheSwapBack();
        int told = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            atCallBehindTheSwapBack(run, call, () -> delete(run, run.cluster));
            Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

            boolean isGone = answer.sentence()
                    .equals("Production went back to 'cities', which is gone now. Restore it, or move production's"
                            + " aliases to an index that is there. 'cities-v2' may be the last copy of what both"
                            + " held: keep it.");
            told += isGone ? 1 : 0;
            // Behind the last question about the source nobody can know.
            assertThat(isGone || answer.outcome() == Answer.Outcome.DIFFERENT || call > calls - 4)
                    .as("deleted at call " + call + ": " + answer.sentence())
                    .isTrue();
            assertThat(run.isIn(isGone ? Phase.COMPLETED : Phase.ABORTED)).isTrue();
        }
        assertThat(told).isGreaterThan(20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRollbackThatHasFoundItGoneEndsWhenItWasRestored(boolean isRestored) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        atCallBehindTheSwapBack(run, 4, () -> delete(run, run.cluster));
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        run.cluster.around(_ -> {});
        if (isRestored) {
            MemoryCluster _ = run.cluster.with(SOURCE, "restored", Alias.plain("places"), Alias.plain("search"));
        }
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome())
                .isEqualTo(isRestored ? Answer.Outcome.DIFFERENT : Answer.Outcome.REFUSED);
    }

    @Test
    void aReleaseSaysThatItIsGoneAndNotThatItCannotBeAsked() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        shards(run, () -> {
            run.cluster.remove(SOURCE);
            throw gone();
        });
        Answer answer = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).contains("Index 'cities' is gone already");
    }

    @Test
    void withoutKafkaItIsNotTriedForEverToFreeIt() throws Exception {
        CutoverFixture rollback = CutoverFixture.cutOver(false);
        rollback.ask(Request.Kind.ROLLBACK, Map.of());
        assertNotTriedAgain(rollback, "after change");

        CutoverFixture cutover = new CutoverFixture();
        cutover.ask(Request.Kind.CUTOVER, Map.of());
        assertNotTriedAgain(cutover, "after block");
    }

    private static void assertNotTriedAgain(CutoverFixture run, String when) throws Exception {
        run.once(when, () -> run.topic.away(true));
        assertThatThrownBy(run::control).isInstanceOf(TimeoutException.class);
        run.cluster.around(_ -> {});
        Rescue rescue = run.switching.rescue();
        assertThat(rescue.due()).isPresent();
        run.cluster.remove(SOURCE);
        MemoryCluster _ = run.cluster.with(SOURCE, "another", Alias.plain(run.cluster.lastThrough()));
        run.cluster.block(SOURCE, true);

        rescue.attempt();
        assertThat(rescue.due()).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private static void delete(CutoverFixture run, MemoryCluster cluster) {
        cluster.remove(SOURCE);
        shards(run, () -> {
            throw gone();
        });
    }

    /// What the source's shards do from now on when they are asked; readers have ended. Whoever waits for ever
    /// fails the test.
    private static void shards(CutoverFixture run, Runnable answer) {
        AtomicInteger waits = new AtomicInteger();
        run.run.whileSleeping(
                () -> assertThat(waits.incrementAndGet()).as("tries").isLessThan(5_000));
        run.run.source(0).before(_ -> answer.run());
    }

    private static BlockedException gone() {
        return new BlockedException(
                "The source index cities is gone: it was deleted while the run was working with" + " it.");
    }

    private static int callsBehindTheSwap() throws Exception {
        CutoverFixture run = new CutoverFixture();
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (run.cluster.names(TARGET).contains(LIVE)) {
                calls.incrementAndGet();
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        return calls.get();
    }

    private static void atCallBehindTheSwap(CutoverFixture run, int call, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (run.cluster.names(TARGET).contains(LIVE) && calls.incrementAndGet() == call) {
                action.run();
            }
        });
    }

    private static void once(CutoverFixture run, String what, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(called -> {
            boolean isIt = called.equals(what) && isSourceLookedAt(run);
            if (isIt && calls.getAndIncrement() == 0) {
                action.run();
            }
        });
    }

    /// Whether the target has been seen to take writes.
    private static boolean isSourceLookedAt(CutoverFixture run) {
        return run.topic.said().all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(step -> step.name().equals("see that the source takes none"));
    }

    private static int callsBehindTheSwapBack() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (ProductionAt.hasGoneBack(run.topic.said())) {
                calls.incrementAndGet();
            }
        });
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        return calls.get();
    }

    private static void atCallBehindTheSwapBack(CutoverFixture run, int call, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (ProductionAt.hasGoneBack(run.topic.said()) && calls.incrementAndGet() == call) {
                action.run();
            }
        });
    }
}
