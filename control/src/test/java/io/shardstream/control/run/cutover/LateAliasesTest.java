package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.block.FailedHook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Aliases that somebody gives an index while production is being moved away from it.
class LateAliasesTest {
    private static final Alias LATE = new Alias("late", "{\"filter\":{\"term\":{\"tenant\":7}}}");

    /// By then the swap is on its way, and cannot take it along.
    @Test
    void oneThatTheSourceIsGivenRightBeforeTheSwapFollowsProduction() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer answer = cutOver(run, "before change", SOURCE);

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).contains("Also moved: 'late', which 'cities' was given during the swap.");
        assertThat(run.cluster.names(SOURCE)).isEmpty();
        assertThat(run.cluster.aliases(TARGET)).contains(LATE);
        assertThat(run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode).flatMap(CutoverNotes::aliases))
                .contains(List.of("places", "search", "late"));

        Answer back = run.answerTo(Request.Kind.ROLLBACK, Map.of());
        assertThat(back.outcome()).as(back.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.aliases(SOURCE)).contains(LATE);
    }

    @Test
    void oneThatIsMovedByACallWhoseAnswerIsLostIsNotedAndTold() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer answer = cutOverWithoutAnswer(run);

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).contains("Also moved: 'late', which 'cities' was given during the swap.");
        assertThat(run.cluster.aliases(TARGET)).contains(LATE);
        assertThat(run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode).flatMap(CutoverNotes::aliases))
                .contains(List.of("places", "search", "late"));
    }

    @Test
    void itIsGivenBackWithTheOthersWhereWhatIsCalledOnTheSwapFails() throws Exception {
        CutoverFixture run = new CutoverFixture(false, _ -> {
            throw FailedHook.because("the command ended with exit code 3");
        });
        Answer answer = cutOverWithoutAnswer(run);

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.names(SOURCE)).containsExactly("late", "places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    /// What is changed in production's place must not come long after something else has been done.
    @Test
    void aCallThatMovesItAndComesLateChangesNothingWhereProductionHasGoneBack() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Answer _ = cutOver(run, "before change", SOURCE);
        List<AliasChange> moving = run.cluster.calls.getLast();
        Answer _ = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(run.cluster.arrive(moving)).isFalse();
        assertThat(run.cluster.names(SOURCE)).contains("late");
    }

    /// An index that is deleted takes its aliases with it.
    @Test
    void oneThatTheSourceIsGivenAfterItsAliasesWereReadGoesWithTheSwapThatDeletesIt() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        Answer answer = cutOver(run, "after definition", SOURCE);

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.aliases(TARGET)).contains(LATE);
    }

    @Test
    void oneThatTheUserDoesNotSeeIsToldOf() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.unseen.add("late");
        Answer answer = cutOver(run, "before change", SOURCE);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("'cities' was given the alias 'late' during the swap or since, which was not moved: clients"
                        + " cannot write through it. Where it belongs to production, move it, with the filter and the"
                        + " routing that it has: POST /_aliases {\"actions\": [{\"remove\": {\"index\": \"cities\","
                        + " \"alias\": \"late\"}}, {\"add\": {\"index\": \"cities-v2\", \"alias\": \"late\"}}]}.");
        assertThat(run.cluster.names(SOURCE)).containsExactly("late");
    }

    /// It may be a name for the old index.
    @Test
    void oneThatIsFoundByALaterControllerIsToldOfAndStays() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.kill(Integer.MAX_VALUE, what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                throw new CutoverFixture.Killed();
            }
        });
        run.cluster.give(SOURCE, LATE);
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .startsWith("Production is on 'cities-v2'.")
                .contains("'late'");
        assertThat(run.cluster.names(SOURCE)).containsExactly("late");
    }

    @Test
    void oneOfAnotherClusterIsToldOfWhereTheTargetDoesNotHaveIt() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        Answer answer = cutOver(run, "before change", SOURCE);

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("clients do not find 'cities-v2' through it.", "to the target's cluster.")
                .doesNotContain("\"remove\"");
    }

    @Test
    void thatNobodyCouldSeeWhetherThereAreSomeIsToldOf() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.around(what -> {
            if (what.equals("after set") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.sourceCluster.away(SOURCE, true);
            }
        });
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities-v2'. 'cities' stays blocked as the way back")
                .contains(" Whether 'cities' was given an alias during the swap could not be seen: no answer within"
                        + " 60 s (it is tried again, the memory does not answer).");
    }

    @Test
    void oneThatTheTargetIsGivenRightBeforeTheSwapBackIsToldOf() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.once("before change", () -> run.cluster.give(TARGET, LATE));
        Answer back = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(back.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(back.sentence())
                .startsWith("Production is on 'cities' again.")
                .contains(
                        "'cities-v2' stays blocked for writes; 'late' is on it, which the rollback has not moved: where"
                                + " that belongs to production, move it to 'cities' (POST /_aliases)");
    }

    /// @return the answer to a cut-over whose source is given the alias at the swap, where it is moved by a
    ///     call that nobody acknowledges
    private static Answer cutOverWithoutAnswer(CutoverFixture run) throws Exception {
        boolean[] isGiven = {false};
        boolean[] isLost = {false};
        run.cluster.around(what -> {
            if (!what.equals("before change")) {
                return;
            }
            List<AliasChange> call = run.cluster.calls.getLast();
            if (movesProduction(call) && !isGiven[0]) {
                isGiven[0] = true;
                run.cluster.give(SOURCE, LATE);
            } else if (call.contains(new AliasChange.Add(TARGET, LATE)) && !isLost[0]) {
                isLost[0] = true;
                run.cluster.unacknowledged = 1;
            }
        });
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(isLost[0]).isTrue();
        return answer;
    }

    /// @return the answer to a cut-over at whose first such call behind the fence an index is given the alias
    private static Answer cutOver(CutoverFixture run, String call, String index) throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        boolean[] isGiven = {false};
        run.cluster.around(what -> {
            boolean isNow = call.equals("before change")
                    ? !run.cluster.calls.isEmpty() && movesProduction(run.cluster.calls.getLast())
                    : run.cluster.names(TARGET).stream().anyMatch(name -> name.contains("-Swap-"));
            if (what.equals(call) && isNow && !isGiven[0]) {
                isGiven[0] = true;
                run.sourceCluster.give(index, LATE);
            }
        });
        run.control();
        run.run.whileSleeping(() -> {});
        assertThat(isGiven[0]).isTrue();
        return run.answer(request);
    }

    private static boolean movesProduction(List<AliasChange> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().equals("search"));
    }
}
