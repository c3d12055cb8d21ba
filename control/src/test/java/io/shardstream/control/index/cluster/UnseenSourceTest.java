package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Behind the swap, the source or its copy does not say how it is: it may never do so again.
class UnseenSourceTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    /// More than anybody asks in the time that the run waits.
    private static final int FOR_EVER = 5_000;

    @Test
    void aCopyThatLosesAShardDoesNotHoldTheRun() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        afterSwap(run, () -> run.cluster.silent.add(onlyCopy(run)));
        Request request = cutOver(run);

        String copy = onlyCopy(run);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .startsWith("Production is on 'cities-v2'.")
                .contains("Whether '" + copy + "' was written since could not be seen: no answer within 60 s")
                .contains("'" + copy + "' has what");
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    /// Nobody has written to it, and nobody could look when that was signed off.
    @Test
    void productionGoesBackToACopyThatComesBack() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        afterSwap(run, () -> run.cluster.silent.add(onlyCopy(run)));
        Request _ = cutOver(run);
        run.cluster.silent.clear();
        Request back = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        run.control();
        assertThat(run.answer(back).sentence()).startsWith("Production is on '").doesNotContain("was written since");
    }

    @Test
    void aSourceClusterThatIsSwitchedOffRightAfterTheSwapDoesNotHoldTheRun() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        afterSwap(run, () -> run.sourceCluster.away(SOURCE, true));
        Request request = cutOver(run);

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains("'cities' may take writes, which could not be seen (no answer within 60 s");
    }

    /// An earlier copy, which was good once, has a name that comes first.
    @Test
    void theWayBackIsTheCopyThatWasWholeBeforeTheSwap() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> {
            String earlier = "cities-before-0";
            run.cluster.with(earlier, "u0", Alias.plain("Shardstream-x-Block-docs-1-1"));
            run.cluster.lose(earlier, 1);
            run.topic.say(
                    SourceCopy.key(earlier), new SourceCopy(request.id(), earlier, "u0", run.run.instant()).encode());
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.control();

        assertThat(run.answer(request).sentence()).doesNotContain("'cities-before-0'");
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(onlyCopy(run)).isNotEqualTo("cities-before-0");
    }

    private static Request cutOver(CutoverFixture run) throws Exception {
        AtomicInteger waits = new AtomicInteger();
        run.run.whileSleeping(() -> {
            run.run.copy();
            assertThat(waits.incrementAndGet()).isLessThan(FOR_EVER);
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        return request;
    }

    private static void afterSwap(CutoverFixture run, Runnable action) {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                action.run();
            }
        });
    }

    private static String onlyCopy(CutoverFixture run) {
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);
        return run.cluster.copiesOf(SOURCE).iterator().next();
    }
}
