package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Aliases that somebody moves by hand when a cut-over is done.
class MovedAliasesTest {
    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void cutOver() throws Exception {
        assertThat(found()).isEmpty();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(found()).isEmpty();
    }

    @Test
    void anAliasThatIsBackOnTheSourceBlocks() throws Exception {
        run.cluster.change(List.of(
                new AliasChange.Remove(CutoverFixture.TARGET, "search"),
                new AliasChange.Add(CutoverFixture.SOURCE, Alias.plain("search"))));
        assertThat(found())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().contains("alias 'search'")
                        && finding.what().contains("is on '" + CutoverFixture.SOURCE + "' now"));
    }

    @Test
    void whileARunCopiesAnAliasThatTheSourceHadIsNotToLeadElsewhere() throws Exception {
        CutoverFixture copying = new CutoverFixture();
        copying.topic.say(SourceAliases.KEY, new SourceAliases(List.of("places", "search")).encode());
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .isEmpty();

        copying.cluster.give("places", CutoverFixture.SOURCE, CutoverFixture.TARGET);
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().contains("'places'")
                        && finding.what().contains("the run may overwrite or delete it"));

        copying.cluster.with("another", "a").give("places", CutoverFixture.TARGET, "another");
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.WARNS);
    }

    /// The source keeps the alias, and searches through it find both.
    @Test
    void whileARunCopiesAnAliasThroughWhichClientsWriteToAnotherIndexNowIsTold() throws Exception {
        CutoverFixture copying = new CutoverFixture();
        copying.topic.say(SourceAliases.KEY, new SourceAliases(List.of("places", "search")).encode());
        copying.cluster.with("cities-000002", "n");
        copying.cluster.give("cities-000002", CutoverFixture.FILTERED);
        copying.cluster.give("cities-000002", Alias.plain("search"));
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .as("of whom it is not known whether clients wrote through them")
                .isEmpty();

        copying.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places", "search")).encode());
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.WARNS
                        && finding.what().contains("'places'")
                        && finding.what().contains("writes to 'cities-000002' now"));

        copying.cluster.give("cities-000002", Alias.plain("places"));
        copying.cluster.give(CutoverFixture.TARGET, CutoverFixture.FILTERED);
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.BLOCKS
                        && finding.what().contains("the run may overwrite or delete it"));
    }

    /// What has the target's name in the source's cluster is another index, to which the run does nothing.
    @Test
    void whileARunCopiesToAnotherClusterNothingInTheSourcesIsTakenForTheTarget() throws Exception {
        CutoverFixture two = new CutoverFixture(true);
        two.topic.say(SourceAliases.KEY, new SourceAliases(List.of("places", "search")).encode());
        two.sourceCluster.with(CutoverFixture.TARGET, "a").give("places", CutoverFixture.SOURCE, CutoverFixture.TARGET);
        assertThat(MovedAliases.whileCopying(two.topic.said(), two.sourceCluster))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.WARNS);
    }

    /// Nobody finds anything by it.
    @Test
    void whileARunCopiesAnAliasThatNothingHasIsNotTold() throws Exception {
        CutoverFixture copying = new CutoverFixture();
        copying.topic.say(SourceAliases.KEY, new SourceAliases(List.of("places", "gone")).encode());
        assertThat(MovedAliases.whileCopying(copying.topic.said(), copying.cluster))
                .isEmpty();
    }

    /// Searches through it find both indices.
    @Test
    void oneThatSomebodyPutsBackBesideTheOtherBeforeACutOverIsFinishedIsSaid() throws Exception {
        CutoverFixture late = new CutoverFixture();
        Request request = late.ask(Request.Kind.CUTOVER, Map.of());
        late.kill(Integer.MAX_VALUE, what -> {
            if (what.equals("after change")
                    && late.cluster.names(CutoverFixture.TARGET).contains("Shardstream-x-Live")) {
                throw new CutoverFixture.Killed();
            }
        });
        late.cluster.give(CutoverFixture.SOURCE, Alias.plain("search"));
        late.control();
        assertThat(late.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(late.answer(request).sentence())
                .startsWith("The swap has happened, but 'search' is on both 'cities-v2' and 'cities' now. ");
        assertThat(late.cluster.takesWrites(CutoverFixture.SOURCE)).isFalse();
    }

    @Test
    void oneThatSomebodyPutsBackBesideTheOtherBeforeARollbackIsFinishedIsSaid() throws Exception {
        Request request = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.kill(Integer.MAX_VALUE, what -> {
            if (what.equals("after change")) {
                throw new CutoverFixture.Killed();
            }
        });
        run.cluster.give(CutoverFixture.TARGET, Alias.plain("search"));
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .startsWith("The swap back has happened, but 'search' is on both 'cities-v2' and 'cities' now. ");
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
    }

    @Test
    void soDoesOneThatIsOnBothOrOnNone() throws Exception {
        run.cluster.change(List.of(new AliasChange.Add(CutoverFixture.SOURCE, Alias.plain("search"))));
        assertThat(found()).hasSize(1);
        run.cluster.change(List.of(
                new AliasChange.Remove(CutoverFixture.SOURCE, "search"),
                new AliasChange.Remove(CutoverFixture.TARGET, "search")));
        assertThat(found()).singleElement().matches(finding -> finding.what().contains("is on no index now"));
    }

    @Test
    void productionThatHasGoneOnIsOnlyTold() throws Exception {
        run.cluster.with("v3", "uuid of v3", Alias.plain("search"));
        run.cluster.change(List.of(new AliasChange.Remove(CutoverFixture.TARGET, "search")));
        assertThat(found()).singleElement().matches(finding -> finding.severity() == Severity.WARNS);
    }

    /// What has the source's name in the target's cluster is another index, such as the target.
    @Test
    void inAnotherClusterNothingIsTakenForTheSource() throws Exception {
        run.topic.say(Agreed.KEY, new Agreed(true, "", "cluster a", "cluster b").encode());
        run.cluster.change(List.of(
                new AliasChange.Remove(CutoverFixture.TARGET, "search"),
                new AliasChange.Add(CutoverFixture.SOURCE, Alias.plain("search"))));
        assertThat(found()).singleElement().matches(finding -> finding.severity() == Severity.WARNS);
        run.cluster.change(List.of(new AliasChange.Add(CutoverFixture.TARGET, Alias.plain("search"))));
        assertThat(found()).isEmpty();
    }

    @Test
    void whatIsReleasedIsNotLookedAt() throws Exception {
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        run.cluster.change(List.of(new AliasChange.Remove(CutoverFixture.TARGET, "search")));
        assertThat(found()).isEmpty();
    }

    @Test
    void nothingIsToldOfAnIndexThatWasMadeInTheTargetsPlace() throws Exception {
        run.cluster.remove(CutoverFixture.TARGET);
        run.cluster.with(CutoverFixture.TARGET, "another", Alias.plain("Shardstream-x-Live"));
        assertThat(found()).isEmpty();
    }

    /// Whoever moves them is at work.
    @Test
    void nothingIsToldBeforeTheCutOverIsDone() throws Exception {
        run.topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 1, "").encode());
        run.cluster.change(List.of(new AliasChange.Remove(CutoverFixture.TARGET, "search")));
        assertThat(found()).isEmpty();
    }

    @Test
    void oneThatIsOnTheCopyOfASourceThatWasReplacedBlocks() throws Exception {
        CutoverFixture replaced = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        replaced.cutOver();
        String copy =
                replaced.cluster.copiesOf(CutoverFixture.SOURCE).iterator().next();
        replaced.cluster.give("search", CutoverFixture.TARGET, copy);
        assertThat(MovedAliases.of("x", replaced.topic.said(), replaced.cluster))
                .singleElement()
                .matches(finding ->
                        finding.severity() == Severity.BLOCKS && finding.what().contains("is on '" + copy + "' now"));
    }

    private List<Finding> found() throws Exception {
        return MovedAliases.of("x", run.topic.said(), run.cluster);
    }
}
