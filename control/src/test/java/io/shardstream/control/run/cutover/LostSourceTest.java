package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The source of a run is gone before its cut-over has reached the swap.
class LostSourceTest {
    private static final String UNTIL_THEN =
            ". This run cannot go on: 'abort --run' gives it up. 'cities-v2' has what was read until then.";

    private final CutoverFixture run = new CutoverFixture();

    /// As the cut-over of another run leaves it.
    @Test
    void whereItsNameIsAnAliasThatIsSaidAndNobodyAsksForEver() throws Exception {
        run.endless();
        replace(run, new Alias("Shardstream-b-Live", "{}"));
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .startsWith(
                        "Not cut over: index 'cities' is gone, and its name is an alias of 'other' now: the cut-over"
                                + " of run 'b' has replaced it" + UNTIL_THEN);
    }

    @Test
    void whereThatRunIsReleasedItIsNotNamed() throws Exception {
        run.endless();
        replace(run);
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes")).sentence())
                .contains("its name is an alias of 'other' now, as a cut-over with cutover.replace-index leaves it"
                        + UNTIL_THEN);
    }

    @Test
    void whereItWasDeletedOrMadeAgainThatIsSaid() throws Exception {
        run.endless();
        run.cluster.remove(SOURCE);
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("index 'cities' is gone: somebody has deleted it" + UNTIL_THEN);
        MemoryCluster _ = run.cluster.with(SOURCE, "another");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains(
                        "'cities' is not the index that this run copied: that was deleted, and another one has its name"
                                + UNTIL_THEN);
    }

    /// A cluster that is starting knows no index.
    @Test
    void whileNobodyIsCertainItIsWaitedFor() throws Exception {
        AtomicInteger waits = new AtomicInteger();
        run.cluster.away(SOURCE, true);
        run.run.whileSleeping(() -> {
            run.run.copy();
            if (waits.incrementAndGet() == 5) {
                run.cluster.away(SOURCE, false);
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void wheneverItIsReplacedBeforeTheSwapTheCutOverEndsSoon(boolean isDryRun) throws Exception {
        Map<String, String> options = isDryRun ? Map.of("dry-run", "yes") : Map.of();
        int calls = callsBeforeTheSwap(options);
        int told = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture lost = new CutoverFixture();
            AtomicBoolean isEndless = new AtomicBoolean();
            AtomicInteger waits = new AtomicInteger();
            lost.run.whileSleeping(() -> {
                lost.run.copy();
                if (isEndless.get()) {
                    // At 100 ms each: cutover.max-blocked is not waited for.
                    assertThat(waits.incrementAndGet()).as("tries").isLessThan(100);
                }
            });
            atCall(lost, call, () -> {
                replace(lost);
                isEndless.set(true);
            });
            Answer answer = lost.answerTo(Request.Kind.CUTOVER, options);
            assertThat(answer.sentence()).as("replaced at call " + call).doesNotContain("cutover.max-blocked");
            if (!isDryRun) {
                assertThat(lost.cluster.names(TARGET))
                        .as("replaced at call " + call)
                        .containsExactly("Shardstream-x");
                assertThat(lost.isIn(Phase.CATCHING_UP)).isTrue();
            }
            told += answer.sentence().contains("is gone, and its name is an alias of 'other' now") ? 1 : 0;
        }
        assertThat(told).isGreaterThan(10);
    }

    /// The swap is done, and not given up, though its answer was lost.
    @Test
    void aSourceThatItsOwnSwapHasDeletedIsNotLost() throws Exception {
        CutoverFixture own = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        own.cluster.around(what -> {
            if (what.equals("after change") && own.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                own.cluster.unacknowledged = 1;
                own.cluster.around(_ -> {});
            }
        });
        Answer answer = own.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(own.topic.said().all(Step.KEY_PREFIX, Step::decode))
                .anyMatch(step -> step.name().equals(Cutover.SWAP)
                        && step.isDone()
                        && step.detail().startsWith("no index took writes for"));
    }

    @Test
    void theRunCanBeGivenUp() throws Exception {
        run.endless();
        replace(run);
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of("run", "yes"));
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(answer.sentence()).startsWith("The run is given up.");
    }

    private static void replace(CutoverFixture run, Alias... more) {
        run.cluster.remove(SOURCE);
        MemoryCluster _ = run.cluster.with("other", "o", more);
        run.cluster.give("other", Alias.plain(SOURCE));
        run.cluster.give("other", Alias.plain("places"));
    }

    private static int callsBeforeTheSwap(Map<String, String> options) throws Exception {
        CutoverFixture run = new CutoverFixture();
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (!isSwapTold(run)) {
                calls.incrementAndGet();
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, options).outcome()).isEqualTo(Answer.Outcome.DONE);
        return calls.get();
    }

    private static boolean isSwapTold(CutoverFixture run) {
        return run.topic.said().all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(step -> step.name().equals(Cutover.SWAP));
    }

    private static void atCall(CutoverFixture run, int call, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(_ -> {
            if (calls.incrementAndGet() == call) {
                action.run();
            }
        });
    }
}
