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
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.block.Loss;
import io.shardstream.control.run.clean.Necessity;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The cluster was put back to a state from before the cut-over, and Kafka was not: the record says that
/// production was moved.
class PutBackTargetTest {
    private static final String WRITE = "Shardstream-x";
    private static final Map<String, String> BY_HAND = Map.of(MovedByHand.OPTION, "yes");
    private static final Map<String, String> BY_HAND_WITH_LOSS =
            Map.of(MovedByHand.OPTION, "yes", Loss.OPTION, Loss.ALL);
    private static final String WHAT = "the record says that production was moved to 'cities-v2', but 'places',"
            + " 'search' are on 'cities', and 'cities-v2' has no mark of the cut-over, as where the cluster was put"
            + " back to an earlier state.";
    private static final String WAY_OUT = "'rollback --moved-by-hand --lose-writes all' ends the run.";

    @ParameterizedTest
    @EnumSource(Request.Kind.class)
    void whateverIsAskedForSaysWhereProductionIsAndWhatEndsTheRun(Request.Kind kind) throws Exception {
        CutoverFixture run = putBack();
        Answer refused = run.answerTo(kind, Map.of());
        assertThat(refused.outcome()).as(refused.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(WHAT, WAY_OUT)
                .doesNotContain("given up", "somebody else has set", "use 'rollback' if");
        assertUntouched(run);
    }

    @Test
    void cleanNamesItToo() throws Exception {
        assertThat(Necessity.of("x", putBack().topic.said()))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("Where production is on 'cities' again, 'rollback --moved-by-hand' ends the"
                                + " run."));
    }

    @Test
    void doctorFindsThatProductionIsNotWhereTheRecordSays() throws Exception {
        CutoverFixture run = putBack();
        assertThat(found(run)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.BLOCKS);
            assertThat(finding.code()).isEqualTo(FindingCode.ALIAS_MOVED_AWAY);
            assertThat(finding.what()).contains(WHAT);
            assertThat(finding.advice()).isEqualTo(WAY_OUT);
        });
        assertThat(run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS).outcome())
                .isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(found(run)).isEmpty();
    }

    /// Its numbers may be those of the swap, and say nothing of what is not in it any more.
    @Test
    void whatClientsWroteSinceMustBeAcceptedWhateverItIs() throws Exception {
        CutoverFixture run = putBack();
        for (Map<String, String> options :
                List.of(BY_HAND, Map.of(MovedByHand.OPTION, "yes", Loss.OPTION, "1000000"))) {
            Answer refused = run.answerTo(Request.Kind.ROLLBACK, options);
            assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence())
                    .contains("cannot be counted: it is as it was before the swap", "--lose-writes all accepts");
            assertUntouched(run);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WRITE, "Shardstream-x-Swap-1-1"})
    void aRollbackThatIsToldSoEndsTheRunAndNobodyOfItCanWriteAnyMore(String mark) throws Exception {
        CutoverFixture run = putBack();
        boolean isFenced = !mark.equals(WRITE);
        if (isFenced) {
            take(run.cluster, TARGET, WRITE);
            run.cluster.give(TARGET, Alias.plain(mark));
        }
        Answer done = run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS);
        assertThat(done.outcome()).as(done.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(done.sentence())
                .startsWith("Production is on 'cities' again.")
                .contains("what clients wrote to it since the cut-over is not in it any more, and not in 'cities'");
        assertEnded(run);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneWhoseControllerDiesAnywhereIsFinishedByTheNext(boolean isByName) throws Exception {
        for (int call = 1; call < 100; call++) {
            CutoverFixture run = isByName ? withoutAliases() : putBack();
            Request rollback = run.ask(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS);
            run.kill(call, _ -> {});
            boolean isThrough = run.isIn(Phase.ABORTED);
            run.control();
            assertThat(run.answer(rollback).sentence())
                    .contains("Production is on 'cities' again.", "since the cut-over is not in it any more");
            assertThat(run.cluster.names(TARGET)).isEmpty();
            assertThat(run.isIn(Phase.ABORTED)).isTrue();
            if (isThrough) {
                assertThat(call).isGreaterThan(3);
                return;
            }
        }
        throw new AssertionError("it never ends");
    }

    /// A cut-over that has moved no alias leaves it to applications where production is.
    @Test
    void withoutAnyAliasThatWasMovedWhoeverSaysSoIsBelieved() throws Exception {
        CutoverFixture run = withoutAliases();
        for (Request.Kind kind : Request.Kind.values()) {
            Answer refused = run.answerTo(kind, Map.of());
            assertThat(refused.outcome()).as(refused.sentence()).isEqualTo(Answer.Outcome.REFUSED);
            assertThat(refused.sentence())
                    .contains("'cities-v2' has no mark of the cut-over", "If production is on 'cities', " + WAY_OUT);
        }
        assertThat(found(run)).singleElement().matches(finding -> finding.severity() == Severity.BLOCKS);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS).outcome())
                .isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void whereTheClustersAreTwoTheSourceIsOpenedForIt() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        for (String alias : new String[] {"places", "search"}) {
            take(run.cluster, TARGET, alias);
        }
        putBackTarget(run);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence()).contains(WHAT, WAY_OUT);
        assertThat(found(run)).singleElement().matches(finding -> finding.severity() == Severity.BLOCKS);
        Answer done = run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS);
        assertThat(done.sentence()).startsWith("Production is on 'cities' again.");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).isEmpty();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Request.Kind.class)
    void ofARunThatWasReleasedCleanIsNamed(Request.Kind kind) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        assertThat(run.answerTo(Request.Kind.RELEASE, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        putBack(run);
        Answer refused = run.answerTo(kind, BY_HAND_WITH_LOSS);
        assertThat(refused.outcome()).as(refused.sentence()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(WHAT, "'clean' deletes what the run has, as the way back was given up before.");
        assertThat(found(run)).singleElement().matches(finding -> finding.what().contains(WHAT));
        assertUntouched(run);
    }

    /// The index is there again that the swap has deleted.
    @ParameterizedTest
    @CsvSource({"WITH_COPY, false", "WITH_COPY, true", "WITHOUT_WAY_BACK, false"})
    void soItIsWhereTheSwapHadDeletedTheSource(ReplaceIndex replace, boolean isCopyThere) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        run.cutOver();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        if (!isCopyThere) {
            run.cluster.copiesOf(SOURCE).forEach(run.cluster::remove);
        }
        take(run.cluster, TARGET, SOURCE);
        run.cluster.with(SOURCE, "s");
        putBack(run);
        for (Request.Kind kind : Request.Kind.values()) {
            assertThat(run.answerTo(kind, Map.of()).sentence()).contains(WHAT, WAY_OUT);
        }
        assertThat(found(run)).singleElement().matches(finding -> finding.what().contains(WHAT));
        assertUntouched(run);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS).sentence())
                .startsWith("Production is on 'cities' again.");
        assertEnded(run);
    }

    /// Only the mark is gone: somebody has taken it away.
    @Test
    void whereProductionIsStillOnTheTargetAReleaseEndsTheRun() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        take(run.cluster, TARGET, "Shardstream-x-Live");
        Answer refused = run.answerTo(Request.Kind.ROLLBACK, Map.of());
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "'cities-v2' has no mark of the cut-over",
                        "Where production stays on 'cities-v2', 'release' ends the run.")
                .doesNotContain("given up");
        assertThat(found(run)).isEmpty();
        assertThat(run.answerTo(Request.Kind.RELEASE, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The rollback that has found it otherwise was given up, and says nothing of another one.
    @Test
    void aStateThatIsRestoredSinceIsRolledBackAsAnyOther() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Set<String> blocks = Set.copyOf(run.cluster.blockNames(SOURCE));
        putBack(run);
        run.ask(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS);
        run.cluster.around(_ -> {
            if (run.topic.said().all(Step.KEY_PREFIX, Step::decode).stream()
                    .anyMatch(step -> step.name().contains("that was put back"))) {
                throw new CutoverFixture.Killed();
            }
        });
        try {
            run.control();
        } catch (CutoverFixture.Killed e) {
            // As intended.
        }
        run.cluster.around(_ -> {});
        if (run.cluster.names(TARGET).contains(WRITE)) {
            take(run.cluster, TARGET, WRITE);
        }
        for (String alias : new String[] {"places", "search"}) {
            take(run.cluster, SOURCE, alias);
        }
        run.cluster.give(TARGET, CutoverFixture.FILTERED);
        run.cluster.give(TARGET, Alias.plain("search"));
        run.cluster.give(TARGET, Alias.plain("Shardstream-x-Live"));
        run.cluster.block(SOURCE, true);
        blocks.forEach(name -> run.cluster.give(SOURCE, Alias.plain(name)));

        assertThat(run.answerTo(Request.Kind.ROLLBACK, BY_HAND_WITH_LOSS).sentence())
                .contains("--moved-by-hand is for production that is on 'cities' already");
        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of());

        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).doesNotContain("as it was before the cut-over");
    }

    private static CutoverFixture withoutAliases() throws Exception {
        CutoverFixture run = new CutoverFixture();
        take(run.cluster, SOURCE, "places");
        take(run.cluster, SOURCE, "search");
        run.cutOver();
        putBack(run);
        return run;
    }

    private static CutoverFixture putBack() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        putBack(run);
        return run;
    }

    /// Both indices are as they were while the run copied.
    private static void putBack(CutoverFixture run) {
        boolean isMoved = run.cluster.names(TARGET).contains("places");
        putBackTarget(run);
        run.cluster.blockNames(SOURCE).forEach(name -> take(run.cluster, SOURCE, name));
        run.cluster.block(SOURCE, false);
        if (isMoved) {
            take(run.cluster, TARGET, "places");
            take(run.cluster, TARGET, "search");
            run.cluster.give(SOURCE, CutoverFixture.FILTERED);
            run.cluster.give(SOURCE, Alias.plain("search"));
        }
    }

    private static void putBackTarget(CutoverFixture run) {
        run.cluster.blockNames(TARGET).forEach(name -> take(run.cluster, TARGET, name));
        run.cluster.block(TARGET, false);
        if (run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
            take(run.cluster, TARGET, "Shardstream-x-Live");
        }
        run.cluster.give(TARGET, Alias.plain(WRITE));
    }

    private static List<Finding> found(CutoverFixture run) throws Exception {
        return MovedAliases.of("x", run.topic.said(), run.cluster);
    }

    private static void take(MemoryCluster cluster, String index, String alias) {
        assertThat(cluster.arrive(List.of(new AliasChange.Remove(index, alias))))
                .isTrue();
    }

    private static void assertUntouched(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly(WRITE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    private static void assertEnded(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(Necessity.of("x", run.topic.said())).isEmpty();
    }
}
