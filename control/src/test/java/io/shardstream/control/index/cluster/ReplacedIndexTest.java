package io.shardstream.control.index.cluster;

import static io.shardstream.control.index.cluster.ReplacedCities.assertRollbackRefused;
import static io.shardstream.control.index.cluster.ReplacedCities.cutOver;
import static io.shardstream.control.index.cluster.ReplacedCities.onlyCopy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.cutover.Cutover;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A cut-over that deletes the source index and makes its name an alias of the target.
class ReplacedIndexTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void theNameBecomesAnAliasOfTheTargetAndACopyStays() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        String copy = onlyCopy(run);
        assertThat(run.answer(request).sentence())
                .contains("'cities' is an alias of it now", "'" + copy + "' has what");
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::name).containsExactly(TARGET);
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Live", SOURCE, "places", "search");
        assertThat(run.cluster.names(copy)).isEmpty();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.takesWrites(copy)).isFalse();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ReplaceIndex.class,
            names = {"WITH_COPY", "WITHOUT_WAY_BACK"})
    void aSourceThatIsWrittenToBehindTheLastComparisonIsNotDeleted(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(_ -> {
            if (isCompared(run, request) && !run.run.source(0).documents().containsKey("late")) {
                run.run.source(0).index("late", "{}");
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("written to since it was compared, so it is not deleted");
        assertThat(run.cluster.names(SOURCE)).contains("places");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// Both ways: the source would be deleted without the copy that was promised, or kept where its name is
    /// needed.
    @ParameterizedTest
    @CsvSource({"NO, WITHOUT_WAY_BACK", "NO, WITH_COPY", "WITH_COPY, WITHOUT_WAY_BACK", "WITH_COPY, NO"})
    void aControllerThatTakesOverDoesNotGoByAnotherRunFileThanWasMeant(ReplaceIndex meant, ReplaceIndex next)
            throws Exception {
        CutoverFixture run = new CutoverFixture(false, meant);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("replace-index", meant.text()));
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.startedWith(new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), next, Optional.empty()));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("was started with cutover.replace-index: " + next.text()
                        + ", and the run file of this command says " + meant.text());
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    private static boolean isCompared(CutoverFixture run, Request cutover) {
        return run.topic.said().all(Step.keyPrefix(cutover.id()), Step::decode).stream()
                .anyMatch(step -> step.name().equals(Cutover.LAST_COMPARISON) && step.isDone());
    }

    @Test
    void theTokenGoesTheIndexGoesAndTheNameComesInOneCall() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        List<AliasChange> swap = run.cluster.calls.stream()
                .filter(call -> call.contains(new AliasChange.RemoveIndex(SOURCE)))
                .reduce((_, _) -> {
                    throw new AssertionError("more than one call deletes the source");
                })
                .orElseThrow();
        assertThat(swap.getFirst())
                .isInstanceOfSatisfying(
                        AliasChange.Remove.class,
                        token -> assertThat(token.alias()).contains("-Swap-"));
        assertThat(swap)
                .contains(
                        new AliasChange.Add(TARGET, new Alias(SOURCE, "{\"is_write_index\":true}")),
                        new AliasChange.Add(TARGET, CutoverFixture.FILTERED),
                        new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Live")));
    }

    @Test
    void whereNoWayBackIsWantedNothingIsCopied() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.cluster.copiesOf(SOURCE)).isEmpty();
        assertThat(run.cluster.names(TARGET)).contains(SOURCE, "Shardstream-x-Live");
        assertThat(run.answer(request).sentence()).contains("so there is no way back: 'release' ends the run.");
        assertRollbackRefused(run, "'cities' is an alias of 'cities-v2' now, and the index is gone");

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = ReplaceIndex.class,
            names = {"WITH_COPY", "WITHOUT_WAY_BACK"})
    void whereverItsControllerIsKilledTheNextOneFinishes(ReplaceIndex replace) throws Exception {
        int calls = new CutoverFixture(false, replace).callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture(false, replace);
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.control();

            assertThat(run.answer(request).outcome())
                    .as("killed at call %s: %s", call, run.answer(request).sentence())
                    .isEqualTo(Answer.Outcome.DONE);
            assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Live", SOURCE, "places", "search");
            assertThat(run.cluster.takesWrites(TARGET)).isTrue();
            assertThat(run.cluster.copiesOf(SOURCE)).hasSize(replace == ReplaceIndex.WITH_COPY ? 1 : 0);
            assertThat(run.topic
                            .said()
                            .of(CutoverNotes.KEY, CutoverNotes::decode)
                            .orElseThrow()
                            .aliases())
                    .hasValueSatisfying(names -> assertThat(names).contains(SOURCE, "places", "search"));
        }
    }

    @Test
    void whereverItsControllerIsKilledAnAbortLeavesProductionAndNoCopyThatNobodyNeeds() throws Exception {
        int calls = new CutoverFixture(false, ReplaceIndex.WITH_COPY).callsOf(Request.Kind.CUTOVER);
        int aborted = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
            run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.ask(Request.Kind.ABORT, Map.of());
            run.control();

            boolean isSwapped = run.cluster.names(TARGET).contains("Shardstream-x-Live");
            assertThat(run.cluster.find(SOURCE))
                    .as("killed at call " + call)
                    .extracting(FoundIndex::name)
                    .containsExactly(isSwapped ? TARGET : SOURCE);
            assertThat(run.cluster.takesWrites(isSwapped ? TARGET : SOURCE)).isTrue();
            assertThat(run.cluster.copiesOf(SOURCE)).hasSize(isSwapped ? 1 : 0);
            assertThat(run.topic.said().all(SourceCopy.KEY_PREFIX, SourceCopy::decode))
                    .hasSize(isSwapped ? 1 : 0);
            aborted += isSwapped ? 0 : 1;
        }
        assertThat(aborted).isBetween(1, calls - 1);
    }

    @Test
    void aSwapWhoseAnswerWasLostKeepsTheNamesThatItMoved() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.once(
                "before name",
                () -> run.cluster.around(what -> {
                    if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                        run.cluster.unacknowledged = 1;
                        run.cluster.around(_ -> {});
                    }
                }));
        run.control();
        assertThat(run.topic
                        .said()
                        .of(CutoverNotes.KEY, CutoverNotes::decode)
                        .orElseThrow()
                        .aliases())
                .hasValueSatisfying(names -> assertThat(names).containsExactly("places", "search", SOURCE));
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void anotherIndexOfTheSourcesNameIsNotDeleted() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                run.cluster.with(SOURCE, "another");
            }
        });
        run.control();
        assertThat(run.answer(request).sentence()).contains("'cities' is not the index that this run copied");
        assertThat(run.cluster.find(SOURCE)).extracting(FoundIndex::uuid).containsExactly("another");
    }

    @Test
    void anIndexInAnotherClusterCannotBeReplaced() throws Exception {
        CutoverFixture run = new CutoverFixture(true, ReplaceIndex.WITH_COPY);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.control();
        assertThat(run.answer(request).sentence())
                .startsWith("Not cut over: source and target are different clusters")
                .contains("set cutover.replace-index to false");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aDryRunSaysWhatBecomesOfTheIndex() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        run.control();
        assertThat(run.answer(request).sentence())
                .contains("the swap deletes index 'cities'", "a copy of the index is made");
        assertThat(run.cluster.copiesOf(SOURCE)).isEmpty();

        CutoverFixture without = new CutoverFixture(false, ReplaceIndex.WITHOUT_WAY_BACK);
        Request dry = without.ask(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        without.control();
        assertThat(without.answer(dry).sentence()).contains("'rollback' will not be possible");
    }
}
