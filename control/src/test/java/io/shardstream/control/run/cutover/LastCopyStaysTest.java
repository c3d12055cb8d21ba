package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A copy of a source that is gone stays, whatever becomes of the cut-over that made it.
class LastCopyStaysTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";

    private final CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);

    @Test
    void aCopyStaysWhenSomebodyDeletesTheSourceBeforeTheSwap() throws Exception {
        run.once("before hasBulks", () -> run.cluster.remove(SOURCE));
        assertCopyIsKept(cutOver());
    }

    @Test
    void aCopyStaysWhenAnotherIndexHasTheSourcesName() throws Exception {
        run.once("before hasBulks", () -> run.cluster.with(SOURCE, "another"));
        assertCopyIsKept(cutOver());
    }

    /// The swap has deleted the source, and its copy is the way back.
    @Test
    void aCopyStaysWhenSomebodyTakesTheMarkOfTheSwapAwayBeforeItIsSignedOff() throws Exception {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                boolean _ = run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, LIVE)));
            }
        });
        Answer answer = run.answer(cutOver());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);
        String copy = run.cluster.copiesOf(SOURCE).iterator().next();
        assertThat(answer.sentence()).contains("'" + copy + "' has what the index of that name had");
    }

    @Test
    void aCopyStaysWhenSomebodyDeletesTheTargetRightAfterTheSwap() throws Exception {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                run.cluster.remove(TARGET);
            }
        });
        assertCopyIsKept(cutOver());
    }

    @Test
    void aCopyStaysWhenTheRunIsGivenUp() throws Exception {
        run.cluster.with("cities-before-1", "u1", Alias.plain("Shardstream-x-Block-docs-1-1"));
        run.topic.say(
                SourceCopy.key("cities-before-1"),
                new SourceCopy("earlier", "cities-before-1", "u1", run.run.instant()).encode());
        run.cluster.remove(SOURCE);
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.copiesOf(SOURCE)).containsExactly("cities-before-1");
    }

    private Request cutOver() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        // Once more: what is left is tidied up again and again.
        run.control();
        return request;
    }

    private void assertCopyIsKept(Request request) {
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);
        String copy = run.cluster.copiesOf(SOURCE).iterator().next();
        assertThat(run.answer(request).sentence()).contains("Keep '" + copy + "' unless 'cities' is there");
    }
}
