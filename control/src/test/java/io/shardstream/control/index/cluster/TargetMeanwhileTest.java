package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Somebody deletes the target, takes its mark away, or forbids its settings while a cut-over begins or ends.
class TargetMeanwhileTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";

    /// Of an index that another run of the same name has made since, and has cut over to.
    @Test
    void aReleaseLeavesTheMarkOfAnotherRun() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        MemoryCluster _ = run.cluster.with("cities-v3", "u3");
        run.cluster.give("places", TARGET, "cities-v3");
        run.cluster.give("search", TARGET, "cities-v3");
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with(TARGET, "another", Alias.plain(LIVE));
        run.endless();
        Answer answer = run.answerTo(Request.Kind.RELEASE, Map.of());

        assertThat(answer.sentence()).startsWith("The way back is given up.");
        assertThat(run.cluster.names(TARGET)).containsExactly(LIVE);
    }

    /// Its controller is killed right behind the swap.
    @Test
    void aSwapWhoseMarkIsTakenAwayIsNotTakenBack() throws Exception {
        Answer answer = withoutMark(new CutoverFixture(), Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities-v2'.")
                .contains("Somebody has taken the alias '" + LIVE + "' from 'cities-v2', without which 'rollback' is"
                        + " refused");
    }

    @Test
    void norIsOneThatHasDeletedTheSource() throws Exception {
        Answer answer = withoutMark(
                new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK),
                Map.of("replace-index", ReplaceIndex.WITHOUT_WAY_BACK.text()));

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities-v2'.")
                .contains("so there is no way back", "Somebody has taken the alias '" + LIVE + "' from 'cities-v2'.")
                .doesNotContain("give it back");
    }

    private static Answer withoutMark(CutoverFixture run, Map<String, String> options) throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, options);
        killBehindTheSwap(run);
        assertThat(run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, LIVE))))
                .isTrue();
        run.endless();
        run.control();
        Answer answer = run.answer(request);

        assertThat(run.isIn(Phase.COMPLETED)).as(answer.sentence()).isTrue();
        assertThat(run.cluster.names(TARGET)).contains("places", "search");
        assertThat(run.cluster.names(SOURCE)).doesNotContain("places", "search");
        return answer;
    }

    private static void killBehindTheSwap(CutoverFixture run) throws Exception {
        run.kill(-1, what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                throw new CutoverFixture.Killed();
            }
        });
    }

    /// Production has moved: whoever waits for the answer hears what is left.
    @Test
    void settingsThatTheTargetRefusesForGoodAreTold() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer answer = refused(run, () -> run.cluster.setStatus = 403);

        assertThat(answer.sentence())
                .contains("The index.gc_deletes that 'cities-v2' had before the run, 60s, could not be put back (")
                .contains("403")
                .doesNotContain("dynamic");
        assertThat(run.mapping.opened).isPositive();
    }

    @Test
    void soAreSettingsThatItDidNotHave() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.topic.say(TargetOriginals.KEY, new TargetOriginals(null).encode());

        assertThat(refused(run, () -> run.cluster.setStatus = 403).sentence())
                .contains("before the run, null (the server's default), could not be put back (");
    }

    @Test
    void soIsAMappingThatItNeverTakes() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer answer = refused(run, () -> run.mapping.refusal = "Target has too many fields");

        assertThat(answer.sentence())
                .contains("The mapping of 'cities-v2' could not be given the source's word for 'dynamic' (no answer"
                        + " within 60 s (it is tried again, target has too many fields)): do that when the target"
                        + " takes it.")
                .doesNotContain("index.gc_deletes");
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry("index.gc_deletes", "60s");
    }

    @Test
    void bothAreToldWhereItTakesNeither() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer answer = refused(run, () -> {
            run.cluster.setStatus = 403;
            run.mapping.refusal = "Target has too many fields";
        });

        assertThat(answer.sentence()).contains("index.gc_deletes", "403", "'dynamic'", "too many fields");
    }

    /// @param refusing from the swap on
    private static Answer refused(CutoverFixture run, Runnable refusing) throws Exception {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                refusing.run();
            }
        });
        run.endless();
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence()).startsWith("Production is on 'cities-v2'.");
        return answer;
    }

    @Test
    void aTargetThatIsDeletedBeforeItGetsANameIsGone() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            AtomicInteger count = new AtomicInteger();
            AtomicBoolean isGone = new AtomicBoolean();
            int at = call;
            run.cluster.around(_ -> {
                if (count.incrementAndGet() == at && !run.cluster.names(TARGET).contains(LIVE)) {
                    run.cluster.remove(TARGET);
                    isGone.set(true);
                }
            });
            run.endless();
            Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

            assertThat(answer.outcome() == Answer.Outcome.DONE)
                    .as("deleted at call " + call)
                    .isNotEqualTo(isGone.get());
            if (isGone.get()) {
                assertThat(answer.sentence())
                        .as("deleted at call " + call)
                        .containsAnyOf("target index 'cities-v2' is gone", "with 404", "somebody took it away");
                assertThat(run.cluster.names(SOURCE)).contains("places", "search");
            }
        }
    }
}
