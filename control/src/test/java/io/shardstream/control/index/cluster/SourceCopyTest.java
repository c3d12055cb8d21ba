package io.shardstream.control.index.cluster;

import static io.shardstream.control.index.cluster.ReplacedCities.assertRollbackRefused;
import static io.shardstream.control.index.cluster.ReplacedCities.cutOver;
import static io.shardstream.control.index.cluster.ReplacedCities.onlyCopy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// The copy of the source that such a cut-over leaves as the way back.
class SourceCopyTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

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
    void aCopyWhoseAnswerWasLostIsFoundAgain() throws Exception {
        CutoverFixture run = new CutoverFixture(false, ReplaceIndex.WITH_COPY);
        run.cluster.uncopied = 1;
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.cluster.names(TARGET)).contains(SOURCE);
        assertThat(onlyCopy(run)).isNotEmpty();
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
