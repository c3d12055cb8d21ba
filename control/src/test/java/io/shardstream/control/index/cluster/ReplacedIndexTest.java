package io.shardstream.control.index.cluster;

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
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
    void aRollbackGivesTheNameToTheCopy() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        String copy = onlyCopy(run);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(run.answer(rollback).sentence()).contains("Production is on '" + copy + "' again");
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(copy)).containsExactly(SOURCE, "places", "search");
        assertThat(run.cluster.takesWrites(copy)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.names(TARGET)).doesNotContain(SOURCE, "places", "search");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    /// As after an empty shard was allocated, and as many documents were written into it as it had.
    @Test
    void aCopyThatHasBegunANewHistoryIsNoWayBack() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        String copy = onlyCopy(run);
        List<ShardReach> reach = run.cluster.reach(copy);
        run.cluster.reach.put(
                copy, List.of(reach.get(0), new ShardReach("empty", reach.get(1).highest())));
        Answer rollback = run.answerTo(Request.Kind.ROLLBACK, Map.of());
        assertThat(rollback.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(rollback.sentence()).contains("shard 1 of '" + copy + "' has begun a new history");
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
    }

    @Test
    void whatClientsWroteSinceTheSwapIsCountedBeforeAWayBackToTheCopy() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        run.run.target(0).index("client", "{}");
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence()).contains("1 operations", "--lose-writes 1");
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void aCopyThatIsNotAsTheCutOverLeftItDoesNotGetProduction() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        String copy = onlyCopy(run);
        run.cluster.block(copy, false);
        assertRollbackRefused(run, "'" + copy + "' takes writes: its write block was lifted");
        run.cluster.block(copy, true);
        run.cluster.close(copy);
        assertRollbackRefused(run, "'" + copy + "' is closed: open it");
        run.cluster.remove(copy);
        assertRollbackRefused(run, "index '" + copy + "' is gone: there is nothing to go back to");
        run.cluster.with(copy, "another");
        assertRollbackRefused(run, "'" + copy + "' is not the index that this run copied");
    }

    @Test
    void aReleaseSaysThatTheCopyCanBeDeleted() throws Exception {
        CutoverFixture run = cutOver(ReplaceIndex.WITH_COPY);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).sentence())
                .contains("Index '" + onlyCopy(run)
                        + "' is still blocked for writes; when no other run uses it, it and the run's topics"
                        + " and consumer groups (shardstream.x.*) can be");
        assertThat(run.cluster.names(TARGET)).containsExactly(SOURCE, "places", "search");
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
    void aCopyWhoseAnswerWasLostIsFoundAgain() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.cluster.uncopied = 1;
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
        assertThat(onlyCopy(run)).isNotEmpty();
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
    void aCopyThatDoesNotHaveAllIsNotTheWayBack() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        var right = run.cluster.reachOf;
        AtomicInteger copies = new AtomicInteger();
        run.cluster.reachOf = index -> copies.getAndIncrement() == 0
                ? List.of(new ShardReach("h", 0), new ShardReach("h", 0))
                : right.apply(index);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(copies).hasValue(2);
        assertThat(ShardReach.highest(run.cluster.reach(onlyCopy(run))))
                .isEqualTo(ShardReach.highest(right.apply(SOURCE)));
    }

    @Test
    void aCopyThatSomebodyHasDeletedBehindTheFenceIsMadeAgain() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        String deleted = onlyCopy(run);
        run.cluster.remove(deleted);
        run.control();
        assertThat(onlyCopy(run)).isNotEqualTo(deleted);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void aCopyThatIsRefusedIsSaidAndProductionStays() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.cluster.copyStatus = 403;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertTakenBack(run, request, "_clone");
    }

    @Test
    void aCopyThatDoesNotBecomeWholeInTimeIsDeletedAndProductionStays() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.cluster.around(what -> {
            if (what.equals("after copy")) {
                run.cluster.lose(run.cluster.copiesOf(SOURCE).iterator().next(), 1);
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertTakenBack(run, request, "cutover.max-blocked");
        assertThat(run.answer(request).sentence()).contains("The run deletes its copy 'cities-before-");
    }

    @Test
    void aCopyThatSomebodyUsesOrHasMadeAnewIsLeftAlone() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.cluster.with(
                "cities-before-1", "u1", Alias.plain("somebodys"), Alias.plain("Shardstream-x-Block-docs-1-1"));
        run.cluster.with("cities-before-2", "u2");
        for (String name : List.of("cities-before-1", "cities-before-2")) {
            run.topic.say(SourceCopy.key(name), new SourceCopy("earlier", name, "", run.run.instant()).encode());
        }
        run.control();
        assertThat(run.cluster.copiesOf(SOURCE)).isEqualTo(Set.of("cities-before-1", "cities-before-2"));
        assertThat(run.topic.said().all(SourceCopy.KEY_PREFIX, SourceCopy::decode))
                .isEmpty();
    }

    /// Nobody deletes it any more.
    @Test
    void aCopyThatCannotBeDeletedWhenTheRunIsGivenUpIsNamed() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        leaveCopy(run, "cities-before-1");
        run.cluster.away("cities-before-1", true);
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.answer(request).sentence())
                .endsWith("The run could not delete its copy 'cities-before-1' of the source: delete it.");
    }

    @Test
    void aCopyThatComesBackWhileTheRunIsGivenUpIsDeleted() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        leaveCopy(run, "cities-before-1");
        run.cluster.away("cities-before-1", true);
        AtomicInteger waits = new AtomicInteger();
        run.run.whileSleeping(() -> {
            if (waits.incrementAndGet() == 5) {
                run.cluster.away("cities-before-1", false);
            }
        });
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        assertThat(run.cluster.copiesOf(SOURCE)).isEmpty();
        assertThat(run.answer(request).sentence()).doesNotContain("cities-before-1");
    }

    @Test
    void aCopyThatCannotBeDeletedAfterTheSwapIsDeletedByTheNextCommand() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        leaveCopy(run, "cities-before-1");
        run.cluster.away("cities-before-1", true);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.run.whileSleeping(() -> {});
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(2);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).sentence())
                .contains("The run could not delete its copy 'cities-before-1' of the source: delete it.");

        run.cluster.away("cities-before-1", false);
        run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(onlyCopy(run)).isNotEqualTo("cities-before-1");
    }

    private static void leaveCopy(CutoverFixture run, String name) {
        String alias = "Shardstream-x-Block-" + run.compared.plan().id() + "-1-1";
        run.cluster.with(name, "u1", Alias.plain(alias));
        run.topic.say(SourceCopy.key(name), new SourceCopy("earlier", name, "", run.run.instant()).encode());
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

    private static CutoverFixture cutOver(ReplaceIndex replace) throws Exception {
        CutoverFixture run = new CutoverFixture(false, replace);
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.run.whileSleeping(() -> {});
        return run;
    }

    private static String onlyCopy(CutoverFixture run) {
        assertThat(run.cluster.copiesOf(SOURCE)).hasSize(1);
        return run.cluster.copiesOf(SOURCE).iterator().next();
    }

    private static void assertRollbackRefused(CutoverFixture run, String why) throws Exception {
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence()).contains(why);
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    private static void assertTakenBack(CutoverFixture run, Request request, String why) {
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains(why);
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.copiesOf(SOURCE)).isEmpty();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }
}
