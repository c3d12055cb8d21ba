package io.shardstream.control.index.cluster;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.condition.OtherRunsTest;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A cut-over is to delete its source, which another run needs.
class NeededSourceTest {
    private static final String ALIAS = "Shardstream-b-Write-j";
    private static final Map<String, String> CONSENT = Map.of("accept-difference", "other-run:b");

    @ParameterizedTest
    @EnumSource(
            value = ReplaceIndex.class,
            names = {"WITH_COPY", "WITHOUT_WAY_BACK"})
    void isDeletedByNameOfTheOtherRunAlone(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        other(run, ALIAS);

        Answer refused = run.answerTo(Request.Kind.CUTOVER, Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "the swap deletes the source index, which is needed by run 'b' (which copies it into 'other', which"
                                + " has the alias '" + ALIAS
                                + "'). Cut that run over and release it, or give it up with"
                                + " 'abort --run', first, or set cutover.replace-index to false: other-run:b. To go on"
                                + " all the same, accept each by name: --accept-difference 'other-run:b'")
                .doesNotContain("Change in the target");
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::name).containsExactly(SOURCE);

        Answer done = run.answerTo(Request.Kind.CUTOVER, CONSENT);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::name).containsExactly(TARGET);
    }

    @Test
    void isToldByADryRunThatHasTheConsent() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        other(run, ALIAS);
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes", "accept-difference", "other-run:b"))
                        .sentence())
                .contains("The swap deletes the source index, which is needed by run 'b' (which copies it into 'other',"
                        + " which has the alias '" + ALIAS + "'): what needs it cannot go on, or go back, then.")
                .doesNotContain("Nothing differs by the name");
    }

    @Test
    void isNotAskedAboutWhereItStays() throws Exception {
        CutoverFixture run = new CutoverFixture();
        other(run, ALIAS);
        run.seenRuns = new KnownRuns.Seen(
                List.of(OtherRunsTest.known("c", Phase.BACKFILL, false)), Optional.of("run d (no answer)"));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isNotDeletedWhereKafkaAloneKnowsOfTheOtherRun() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        run.seenRuns =
                new KnownRuns.Seen(List.of(OtherRunsTest.known("b", Phase.CATCHING_UP, false)), Optional.empty());
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).sentence())
                .contains("needed by run 'b' (which copies it into 'other', and is in catching-up).");
        assertThat(run.answerTo(Request.Kind.CUTOVER, CONSENT).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void whichRunsCouldNotBeSeenIsSaid() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        run.seenRuns = new KnownRuns.Seen(List.of(), Optional.of("run d (no answer)"));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes")).sentence())
                .contains("Whether another run needs 'cities' was not seen of run d (no answer).");
    }

    /// Under the block, when all conditions have been checked.
    @Test
    void isLookedAtRightBeforeTheSwapToo() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        run.once("before hasBulks", () -> other(run, ALIAS));

        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains("which is needed by run 'b'", "--accept-difference 'other-run:b'");
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::name).containsExactly(SOURCE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// Its target was away when it was given up.
    @Test
    void anAliasThatARunOfKafkaHasLeftIsNotAskedAboutNowOrRightBeforeTheSwap() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        other(run, ALIAS);
        run.seenRuns = new KnownRuns.Seen(List.of(OtherRunsTest.known("b", Phase.ABORTED, true)), Optional.empty());
        Answer done = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aReleaseSaysWhoNeedsItBeforeItIsDeleted() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        other(run, ALIAS);
        Answer answer = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence())
                .contains("Index 'cities' is still blocked for writes. It is needed by run 'b' (which copies it into"
                        + " 'other', which has the alias '" + ALIAS + "'): keep it until that is over. The run's topics"
                        + " and consumer groups (shardstream.x.*) can be deleted.");
    }

    /// Its way back leads through the index, which is its production.
    @Test
    void isNotDeletedWithoutConsentWhereAnEarlierRunWasCutOverToItAndNotReleased() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        run.cluster.give(SOURCE, Alias.plain("Shardstream-b-Live"));

        Answer refused = run.answerTo(Request.Kind.CUTOVER, Map.of("force", "true"));
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "which is needed by run 'b' (which was cut over to it and may be rolled back, by its alias"
                                + " 'Shardstream-b-Live')",
                        "--accept-difference 'other-run:b'");
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::name).containsExactly(SOURCE);

        Answer done = run.answerTo(Request.Kind.CUTOVER, CONSENT);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DONE);
    }

    private static void other(CutoverFixture run, String alias) {
        MemoryCluster _ = run.cluster.with("other", "o", Alias.plain(alias));
        run.cluster.mappings.put(
                "other", "{\"_meta\":{\"shardstream\":{\"source_uuid\":\"s\",\"version_mode\":\"seqno\"}}}");
    }
}
