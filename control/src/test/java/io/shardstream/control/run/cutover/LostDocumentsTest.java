package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// A release where the target may have lost documents since the swap, so that the source has the last copy of
/// them.
class LostDocumentsTest {
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run;

    LostDocumentsTest() throws Exception {
        run = CutoverFixture.cutOver(false);
    }

    /// As `allocate_empty_primary` does, and clients write to it since.
    @Test
    void aTargetThatHasLostAShardsDocumentsIsNotTakenForWhole() throws Exception {
        List<Long> atSwap = notes().target();
        run.run.target(1).empty();
        run.run.target(1).index("client", "{}");

        Answer answer = release();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .isEqualTo("Not released: shard 1 of 'cities-v2' has lost documents since the swap: its last sequence"
                        + " number was " + atSwap.get(1)
                        + " then and is 0 now. Keep 'cities', which may be the last copy"
                        + " of them.");
        assertNothingChanged();
    }

    /// As after `allocate_empty_primary` or a restore: its numbers are as high again soon, and say nothing.
    @Test
    void aShardThatHasBegunANewHistoryIsNotTakenForWholeHoweverFarItIs() throws Exception {
        renew(1);

        Answer answer = release();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .isEqualTo("Not released: shard 1 of 'cities-v2' has begun a new history since the swap: it was"
                        + " restored, or a stale or empty copy was made its primary, and what it had then may be gone."
                        + " Keep 'cities', which may be the last copy of it. Compare the documents of both indices; if"
                        + " nothing is missing, --new-history accepts it.");
        assertNothingChanged();

        assertThat(run.answerTo(Request.Kind.RELEASE, Map.of(Successor.NEW_HISTORY, "yes"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aNewHistoryThatIsAcceptedDoesNotHideThatAnotherShardHasLostDocuments() throws Exception {
        renew(0);
        run.run.target(1).empty();
        run.run.target(1).index("client", "{}");

        Answer answer = run.answerTo(Request.Kind.RELEASE, Map.of(Successor.NEW_HISTORY, "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("shard 1 of 'cities-v2' has lost documents since the swap");
        assertNothingChanged();
    }

    @Test
    void aTargetThatWasDeletedAndCreatedAgainIsNotTakenForTheRuns() throws Exception {
        run.cluster.remove(TARGET);
        run.cluster.with(
                TARGET, "another", Alias.plain("Shardstream-x-Live"), Alias.plain("places"), Alias.plain("search"));

        Answer answer = release();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("'cities-v2' is not the index that this run wrote to: it was deleted and created again. Keep"
                        + " 'cities'.");
        assertNothingChanged();
    }

    @Test
    void whatWasWrittenToANewHistoryCannotBeCountedByARollback() throws Exception {
        renew(1);

        Answer refused = run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "1000"));
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains("cannot be counted: shard 1 has begun a new history since the swap: it was restored, or a"
                        + " stale or empty copy was made its primary, and it gives its numbers out anew. --lose-writes all"
                        + " accepts whatever it is.");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whereNoHistoriesWereNotedNumbersAloneAreCompared() throws Exception {
        run.topic.say(LastComparison.KEY, null);
        renew(1);
        assertThat(release().outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void anotherCopyInTheSameHistoryHasLostNothing() throws Exception {
        run.run.target(1).failOver("h");
        assertThat(release().outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// A shard's documents are gone, and clients have written more since than it had at the swap.
    private void renew(int shard) {
        run.run.target(shard).empty();
        run.run.target(shard).failOver("h2");
        for (long number = 0; number <= notes().target().get(shard); number++) {
            run.run.target(shard).index("client" + number, "{}");
        }
    }

    @Test
    void aShardThatDoesNotAnswerProvesNothing() throws Exception {
        run.lost.lose(1);
        run.endless();

        Answer answer = release();
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .startsWith("Not released: whether 'cities-v2' has lost documents since the swap could not be seen: no"
                        + " answer within 60 s")
                .contains("no node has shard 1")
                .endsWith("Keep 'cities' until it can be.");
        assertNothingChanged();
    }

    @Test
    void whatClientsHaveWrittenSinceIsNoLoss() throws Exception {
        run.run.target(0).index("client", "{}");
        assertThat(release().outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// As in those of an earlier version.
    @Test
    void whereNoNumbersWereNotedNoneAreCompared() throws Exception {
        change(notes -> notes.withTarget(List.of()));
        run.run.target(1).empty();
        assertThat(release().outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The run must not stay released by half: without its mark there is no way back.
    @Test
    void nothingTakesThePlaceOfAReleaseThatHasTakenTheMarkAway() throws Exception {
        List<Request> asked = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("after change") && asked.isEmpty()) {
                asked.add(run.ask(Request.Kind.ABORT, Map.of()));
            }
        });
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.cluster.unacknowledged = 1;
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(asked.getFirst()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    /// Somebody has moved one of several aliases; the others, and production with them, are on the target.
    @Test
    void aTargetThatHasOneOfSeveralAliasesIsLookedAtAsIfItHadThemAll() throws Exception {
        moveSearchTo("reports", "r");
        run.run.target(1).empty();
        run.run.target(1).index("client", "{}");

        Answer lost = release();
        assertThat(lost.outcome()).as(lost.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(lost.sentence()).contains("shard 1 of 'cities-v2' has lost documents since the swap");
        assertNothingChanged();

        run.cluster.lose(TARGET, 0);
        Answer red = release();
        assertThat(red.outcome()).as(red.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(red.sentence()).contains("'cities-v2' does not serve production, 1 of 2 shards have no primary");
        assertNothingChanged();
    }

    @Test
    void anAliasThatWasMovedElsewhereIsSaidByAReleaseOfATargetThatServes() throws Exception {
        moveSearchTo("reports", "r");
        run.cluster.block(TARGET, true);

        Answer answer = release();
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("The way back is given up. 'search' is on 'reports', not on 'cities-v2'. Before you delete"
                        + " 'cities' or 'cities-v2', make sure that 'reports' holds what you need. Index 'cities' is"
                        + " still blocked for writes")
                .contains("Clients cannot write to 'cities-v2': it has a write block that somebody else has set");
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x-Live");
    }

    /// Whichever of them is looked at first.
    @Test
    void anAliasThatIsOnTheSourceAgainKeepsTheWayBackBesideOneThatWasMovedElsewhere() throws Exception {
        run.cluster.with("reports", "r");
        run.cluster.give("places", TARGET, "reports");
        run.cluster.give("search", TARGET, "cities");

        Answer answer = release();
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("'search' is on 'cities', not on 'cities-v2': 'cities' is production's index. Do not delete");
        assertNothingChanged();
    }

    @Test
    void anIndexInTheAliassPlaceKeepsTheWayBackBesideOneThatWasMovedElsewhere() throws Exception {
        run.cluster.with("reports", "r");
        run.cluster.give("places", TARGET, "reports");
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "search")));
        run.cluster.with("search", "u3");

        Answer answer = release();
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("'search' is an index, and no alias any more");
        assertNothingChanged();
    }

    @Test
    void eachIndexToWhichProductionHasGoneOnIsNamed() throws Exception {
        run.cluster.with("cities-v3", "v3");
        run.cluster.give("places", TARGET, "cities-v3");
        moveSearchTo("reports", "r");

        Answer answer = release();
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence())
                .contains("'places' is on 'cities-v3', 'search' is on 'reports', not on 'cities-v2'. Before you delete"
                        + " 'cities' or 'cities-v2', make sure that 'cities-v3' and 'reports' hold what you need.");
    }

    private void moveSearchTo(String index, String uuid) {
        run.cluster.with(index, uuid);
        run.cluster.give("search", TARGET, index);
    }

    private Answer release() throws Exception {
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        return run.answer(release);
    }

    private void assertNothingChanged() {
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    private CutoverNotes notes() {
        return run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode).orElseThrow();
    }

    private void change(UnaryOperator<CutoverNotes> change) {
        run.topic.say(CutoverNotes.KEY, change.apply(notes()).encode());
    }
}
