package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// An alias by which applications find the target that have nothing to do with the run.
class TargetAliasesTest {
    private final CutoverFixture run = new CutoverFixture();

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void areAcceptedByNameWhereTheSourceDoesNotHaveThem() throws Exception {
        run.cluster.give("other-app", TARGET, TARGET);

        Answer refused = cutOver(Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "alias 'other-app' of the target, which the source does not have",
                        "take it off the target if they do not mean production's documents: target-alias:other-app. ",
                        "--accept-difference 'target-alias:other-app'")
                .doesNotContain("Change in the target");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(cutOver(Map.of("accept-difference", "target-alias:other-app"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void areSeenWhereTheyComeUnderTheBlock() throws Exception {
        run.once("after block", () -> run.cluster.give("other-app", TARGET, TARGET));

        Answer answer = cutOver(Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains("target-alias:other-app");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void ofAnotherIndexOfItsClusterAreSeenWhereTheyComeUnderTheBlock() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        two.once("after block", () -> {
            MemoryCluster _ = two.cluster.with("other", "o", Alias.plain("places"));
        });

        Answer answer = two.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains("in the target's cluster alias 'places' is on 'other'");
        assertThat(two.sourceCluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void ofSeveralIndicesThatComeUnderTheBlockAreSeen() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        two.once("after block", () -> {
            MemoryCluster _ = two.sourceCluster.with("archive", "a", Alias.plain("search"));
        });

        Answer answer = two.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains("group-alias:search");
    }

    /// Applications that use the source by its own name know nothing of it.
    @Test
    void doNotKeepApplicationsFromBeingToldToSwitch() throws Exception {
        for (String alias : new String[] {"places", "search"}) {
            run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, alias)));
        }
        run.cluster.give("other-app", TARGET, TARGET);

        Answer done = cutOver(Map.of("accept-difference", "target-alias:other-app"));

        assertThat(done.sentence()).contains("Switch the application to index 'cities-v2' now");
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "other-app")));
        run.cluster.give("other-app", SOURCE, SOURCE);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("Switch the application to index 'cities' now");
    }

    @Test
    void ofSeveralIndicesLeadToTheTargetAloneInAnotherCluster() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        MemoryCluster _ = two.sourceCluster.with("archive", "a", Alias.plain("search"));

        Answer refused = two.answerTo(Request.Kind.CUTOVER, Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "alias 'search' (in the source's cluster it also points to 'archive',",
                        "give them the alias there, or have clients search both clusters: group-alias:search. ",
                        "--accept-difference 'group-alias:search'");
        assertThat(two.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(two.answerTo(Request.Kind.CUTOVER, Map.of("accept-difference", "group-alias:search"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void ofSeveralIndicesThatTheOtherClusterHasThereTooAreNotAskedAbout() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        MemoryCluster _ = two.sourceCluster.with("archive", "a", Alias.plain("search"));
        MemoryCluster _ = two.cluster.with("archive", "another a", Alias.plain("search"));
        assertThat(two.answerTo(Request.Kind.CUTOVER, Map.of("force", "true")).outcome())
                .isNotEqualTo(Answer.Outcome.REFUSED);
        assertThat(two.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void ofSeveralIndicesMoveWithTheSourceInOneCluster() throws Exception {
        MemoryCluster _ = run.cluster.with("archive", "a", Alias.plain("search"));
        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void areNotAskedAboutWhereTheyAreTheRunsOwn() throws Exception {
        run.cluster.give("Shardstream-run-Trial-x", TARGET, TARGET);

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Of the target's aliases that the user does not see a rollback could move none.
    @Test
    void keepACutOverFromBeginningWhereTheUserDoesNotSeeThem() throws Exception {
        run.cluster.give("other-app", TARGET, TARGET);
        run.cluster.unseen.add("other-app");

        Answer refused = cutOver(Map.of("force", "true", "accept-difference", "target-alias:other-app"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains("the user of the target does not see alias 'other-app' of 'cities-v2', so it would not be"
                        + " moved: grant that user the privilege 'manage' on that name");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// There no rollback moves them.
    @Test
    void areAcceptedByNameInAnotherClusterAlsoWhereTheUserDoesNotSeeThem() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        two.cluster.give("other-app", TARGET, TARGET);
        two.cluster.unseen.add("other-app");

        assertThat(two.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("--accept-difference 'target-alias:other-app'");
        assertThat(two.answerTo(Request.Kind.CUTOVER, Map.of("accept-difference", "target-alias:other-app"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(two.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("Still on 'cities-v2', which is blocked: 'other-app'");
    }

    @Test
    void goBackWithProductionInOneClusterAndAreNamed() throws Exception {
        run.cluster.give("other-app", TARGET, TARGET);
        assertThat(cutOver(Map.of("accept-difference", "target-alias:other-app"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        run.cluster.give("since", TARGET, TARGET);

        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities' again.")
                .contains(" Also moved: 'other-app', 'since', which the cut-over had not moved. Take away from 'cities'"
                        + " what is not meant for it.");
        assertThat(run.cluster.names(SOURCE)).contains("other-app", "places", "search", "since");
    }

    /// Whoever finishes a rollback finds them on the source, and cannot tell them from its own.
    @Test
    void areNamedByTheControllerThatFinishesTheRollback() throws Exception {
        run.cutOver();
        run.cluster.give("since", TARGET, TARGET);
        run.cluster.give("kept", SOURCE, SOURCE);

        Request request = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.kill(Integer.MAX_VALUE, what -> {
            if (what.equals("after change")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThat(run.cluster.names(SOURCE)).contains("since");
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains(" Also moved: 'since', which")
                .doesNotContain("kept");
    }

    /// The source's own name leads applications to the target, and no index can have its name as an alias.
    @Test
    void stayOnTheTargetInAnotherClusterAndAreNamed() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        two.cluster.give(SOURCE, TARGET, TARGET);
        two.cluster.give("other-app", TARGET, TARGET);
        assertThat(two.answerTo(
                                Request.Kind.CUTOVER,
                                Map.of("accept-difference", "target-alias:cities\ntarget-alias:other-app"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);

        Answer answer = two.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("Production is on 'cities' again.")
                .contains(" Still on 'cities-v2', which is blocked: 'cities', 'other-app', which the cut-over had not"
                        + " put there. Move away what applications write by.");
        assertThat(two.cluster.names(TARGET)).contains("cities", "other-app").doesNotContain("places", "search");
    }

    /// The source has kept its own, which has not followed.
    @Test
    void thatWereChangedInAnotherClusterAreNamed() throws Exception {
        CutoverFixture two = CutoverFixture.cutOver(true);
        two.cluster.give(TARGET, new Alias("places", "{\"filter\":{\"term\":{\"land\":\"de\"}}}"));

        Answer answer = two.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains(
                        " On the target 'places' had another filter or routing than on 'cities', where it is as it was"
                                + " at the cut-over: change it there.")
                .doesNotContain("'search'");
    }

    @Test
    void ofTheCutOverMustBeOnTheSourceOfAnotherClusterStill() throws Exception {
        CutoverFixture two = CutoverFixture.cutOver(true);
        two.sourceCluster.give("places", SOURCE, SOURCE + "-elsewhere");

        Answer answer = two.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("'cities' does not have 'places' on the source cluster: give it that alias there first.");
    }
}
