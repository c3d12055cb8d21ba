package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.block.Loss;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// People have moved production's aliases back to the source since the cut-over, and the run is to end.
class MovedByHandTest {
    private static final Map<String, String> ACCEPTED = Map.of(MovedByHand.OPTION, "yes");
    private static final Map<String, String> ACCEPTED_WITH_LOSS =
            Map.of(MovedByHand.OPTION, "yes", Loss.OPTION, Loss.ALL);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRollbackThatIsToldSoEndsTheRunAndProductionStays(boolean isOpened) throws Exception {
        CutoverFixture run = movedBack();
        if (isOpened) {
            run.cluster.block(SOURCE, false);
            run.run.source(0).index("since", "{}");
        }
        for (Request.Kind kind : new Request.Kind[] {Request.Kind.ROLLBACK, Request.Kind.RELEASE}) {
            Answer refused = run.answerTo(kind, Map.of());
            assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence())
                    .contains("When all of production's aliases are on 'cities', and none on 'cities-v2',"
                            + " 'rollback --moved-by-hand' ends the run.");
        }

        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(done.sentence()).startsWith("Production is on 'cities' again. 'cities-v2' stays blocked");
        assertEnded(run);
    }

    @Test
    void whatClientsWroteToTheTargetMustBeAcceptedToBeLost() throws Exception {
        CutoverFixture run = movedBack();
        run.run.target(0).index("client", "{}");

        Answer refused = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence()).contains("1 operations", "--lose-writes 1");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();

        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of(MovedByHand.OPTION, "yes", Loss.OPTION, "1"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        assertEnded(run);
    }

    /// Whoever says so may be wrong.
    @Test
    void nothingIsBlockedOrMovedWhereItIsNotSo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        for (Runnable change : new Runnable[] {
            () -> {},
            () -> run.cluster.give("places", TARGET, SOURCE),
            () -> takeAway(run.cluster, TARGET, "search"),
            () -> {
                run.cluster.give(TARGET, Alias.plain("search"));
                run.cluster.give("search", TARGET, SOURCE);
                run.cluster.give(TARGET, Alias.plain("places"));
            }
        }) {
            change.run();
            Answer refused = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED_WITH_LOSS);
            assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence()).contains("--moved-by-hand is for production that is on 'cities' already");
            assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        }
    }

    /// No server tells then whether they have moved it.
    @Test
    void nothingIsBlockedWhereTheCutOverHasMovedNoAlias() throws Exception {
        CutoverFixture run = new CutoverFixture();
        takeAway(run.cluster, SOURCE, "places");
        takeAway(run.cluster, SOURCE, "search");
        run.cutOver();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();

        Answer refused = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED_WITH_LOSS);
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence()).contains("This run has moved no alias, so no server tells where it is.");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void nothingIsBlockedWhereTheyHaveMovedItToAnotherIndexOfTheSourcesName() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(SOURCE);
        run.cluster.with(SOURCE, "another");
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);

        Answer refused = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED_WITH_LOSS);
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence()).contains("--moved-by-hand is for production that is on 'cities' already");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    /// That run is none that must be rolled back first.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSourceToWhichAnEarlierRunWasCutOverIsWhereProductionIsAlready(boolean isTargetGone) throws Exception {
        CutoverFixture run = movedBack();
        run.cluster.give(SOURCE, Alias.plain("Shardstream-w-Live"));
        if (isTargetGone) {
            run.cluster.remove(TARGET);
        }
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("production is there already.", "'rollback --moved-by-hand' ends the run.")
                .doesNotContain("roll back run");
    }

    @Test
    void aTargetThatIsGoneIsNotWaitedForAndWhatItHadMustBeAccepted() throws Exception {
        CutoverFixture run = movedBack();
        run.cluster.remove(TARGET);
        run.lost.lose(0);
        Answer refused = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence()).contains("--lose-writes all");

        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED_WITH_LOSS);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(done.sentence()).contains("Production is on 'cities' again", "'cities-v2' is gone");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    /// Another run has begun to copy the source since, and blocks it for a cut-over of its own.
    @Test
    void aBlockThatAnotherRunHasSetStays() throws Exception {
        CutoverFixture run = movedBack();
        String theirs = "Shardstream-y-Block-docs-y-1-2";
        run.cluster
                .blockNames(SOURCE)
                .forEach(name -> assertThat(run.cluster.arrive(List.of(
                                new AliasChange.Remove(SOURCE, name),
                                new AliasChange.Add(SOURCE, Alias.plain(theirs)))))
                        .isTrue());
        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(theirs);
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// Such as a name by which people search the new index.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAliasThatTheTargetHasByItselfStaysThereAndIsNamed(boolean hasOneTold) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.give(TARGET, Alias.plain("own"));
        if (hasOneTold) {
            run.once("before block", () -> run.ask(Request.Kind.ABORT, Map.of()));
            assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.ABORTED);
            run.cluster.around(_ -> {});
        }
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);

        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);

        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(done.sentence())
                .startsWith("Production is on 'cities' again. 'cities-v2' stays blocked for writes; 'own' is on it,"
                        + " which the rollback has not moved: where that belongs to production, move it to 'cities'"
                        + " (POST /_aliases), or clients cannot write through it.")
                .doesNotContain("Also moved", "gave it");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned", "own");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void ofATargetWithoutTheRunsMarkNothingIsMovedAndThatItTakesWritesIsTold() throws Exception {
        CutoverFixture run = movedBack();
        run.cluster.give(TARGET, Alias.plain("own"));
        takeAway(run.cluster, TARGET, "Shardstream-x-Live");

        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);

        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(done.sentence())
                .startsWith("Production is on 'cities' again. 'cities-v2' takes writes: it has no write block.")
                .contains("'own' is on it, which the rollback has not moved")
                .doesNotContain("Also moved", "its write block is gone", "cannot write through it");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("own");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void whereTheClustersAreTwoTheTargetHasThemNoMore() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        for (String alias : new String[] {"places", "search"}) {
            takeAway(run.cluster, TARGET, alias);
        }
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence()).contains("'rollback --moved-by-hand'");
        Answer done = run.answerTo(Request.Kind.ROLLBACK, ACCEPTED);
        assertThat(done.sentence()).startsWith("Production is on 'cities' again");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void itDoesNotEndARunWhoseWayBackWasGivenUp() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Answer _ = run.answerTo(Request.Kind.RELEASE, Map.of());
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, ACCEPTED_WITH_LOSS).sentence())
                .contains("the way back has been given up");
    }

    private static CutoverFixture movedBack() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);
        return run;
    }

    private static void takeAway(MemoryCluster cluster, String index, String alias) {
        assertThat(cluster.arrive(List.of(new AliasChange.Remove(index, alias))))
                .isTrue();
    }

    private static void assertEnded(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
