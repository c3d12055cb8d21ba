package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.contract.record.SourceHistories;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.errors.TimeoutException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rollback and release where the servers have not stayed as the cut-over left them.
class GivingBackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LATER = "cities-v3";

    @Test
    void aSourceThatWasDeletedAndCreatedAgainDoesNotGetProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(SOURCE);
        run.cluster.with(SOURCE, "another");
        assertRollbackRefused(run, "'cities' is not the index that this run copied");
    }

    @Test
    void aSourceThatIsGoneIsSaidBeforeProductionIsBlocked() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(SOURCE);
        assertRollbackRefused(run, "index 'cities' is gone: there is nothing to go back to");

        run.cluster.give(SOURCE, TARGET, TARGET);
        assertRollbackRefused(run, "'cities' is an alias of 'cities-v2' now");
    }

    @Test
    void aSourceThatWasClosedOrHasLostAPrimaryDoesNotGetProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.lose(SOURCE, 1);
        assertRollbackRefused(run, "of 'cities' 1 of 2 shards have no primary");
        run.cluster.close(SOURCE);
        assertRollbackRefused(run, "'cities' is closed: open it (POST /cities/_open)");
    }

    @Test
    void aSourceThatTakesWritesOrWasWrittenDoesNotGetProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(SOURCE, false);
        assertRollbackRefused(run, "'cities' takes writes: its write block was lifted");
        run.run.source(1).index("new", "{}");
        run.cluster.block(SOURCE, true);
        assertRollbackRefused(run, "'cities' was written since the cut-over: its last sequence numbers are [10, 11]");
    }

    /// Its shards were made anew, empty.
    @Test
    void aSourceThatHasLostDocumentsDoesNotGetProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        SignedOff now = signedOff(run);
        SignedOff more = sayThatTheSourceHadMore(run);
        assertRollbackRefused(
                run,
                "'cities' has lost documents since the cut-over: its last sequence numbers are " + now.sourceAfter()
                        + " and were " + more.sourceAfter()
                        + ". It is no way back, and a snapshot does not make it one: production stays on 'cities-v2'");
    }

    private static SignedOff signedOff(CutoverFixture run) {
        return run.term(run.topic.journal())
                .read(SignedOff.KEY, SignedOff::decode)
                .orElseThrow();
    }

    /// As if its second shard had had more numbers when the cut-over was signed off.
    private static SignedOff sayThatTheSourceHadMore(CutoverFixture run) {
        SignedOff now = signedOff(run);
        List<Long> numbers = List.of(now.sourceAfter().getFirst(), 27L);
        SignedOff more = new SignedOff(
                now.request(),
                now.sourceIndex(),
                now.targetIndex(),
                numbers,
                numbers,
                now.target(),
                now.rejects(),
                now.blockedMillis(),
                now.verdict(),
                now.at());
        run.topic.say(SignedOff.KEY, more.encode());
        return more;
    }

    @Test
    void aSourceThatSomebodyElseBlocksIsNotOpened() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        String ours = run.cluster.blockNames(SOURCE).iterator().next();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(SOURCE, ours),
                new AliasChange.Add(SOURCE, Alias.plain("Shardstream-y-Block-docs-y-1-1"))));
        assertRollbackRefused(run, "the write block of 'cities' is not this run's");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void productionThatHasGoneOnToALaterRunIsNotTakenFromIt() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        cutOverToLater(run);
        Set<String> before = run.cluster.blockNames(TARGET);

        assertRollbackRefused(
                run,
                Map.of("lose-writes", "all"),
                "'places' is on 'cities-v3', not on 'cities-v2': roll" + " back run 'y' first");

        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.blockNames(TARGET)).isEqualTo(before);
    }

    @Test
    void aBlockOfALaterRunKeepsProductionWhereItIsWithoutAliasesToo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.topic.say(
                CutoverNotes.KEY,
                run.topic
                        .said()
                        .of(CutoverNotes.KEY, CutoverNotes::decode)
                        .orElseThrow()
                        .withAliases(List.of())
                        .encode());
        cutOverToLater(run);

        assertRollbackRefused(run, "'cities-v2' has a write block that is not this run's: run 'y' has set it");

        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
    }

    /// The run's own name of the block is there since the cut-over, whoever blocks.
    @Test
    void aBlockThatSomebodyHasSetOnTheTargetIsNotTheRuns() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(TARGET, true);
        assertRollbackRefused(
                run,
                "'cities-v2' has a write block that is not this run's: somebody has set it. If it may go, lift it"
                        + " first: PUT /cities-v2/_settings {\"index.blocks.write\": null}.");

        run.cluster.block(TARGET, false);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void clientsThatWriteToAnotherIndexThroughAnAliasOfTheTargetAreNotLeftBehind() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        Alias writing = new Alias("search", "{\"is_write_index\":true}");
        MemoryCluster _ = run.cluster.with("cities-000002", "r", writing);
        assertRollbackRefused(
                run,
                Map.of("lose-writes", "all"),
                "clients write to 'cities-000002' through 'search', as after a rollover");

        run.cluster.give("search", "cities-000002", LATER);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    /// It was so before.
    @Test
    void whatTheCutOverWasToldToAcceptIsNotAskedAboutAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        MemoryCluster _ = run.cluster.with("cities-000002", "r", new Alias("search", "{\"is_write_index\":true}"));
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("accept-difference", "source-alias:search"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// An older index of a series, whose alias has always written to a newer one.
    @Test
    void anAliasThroughWhichNobodyEverWroteToTheSourceIsNoRollover() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        MemoryCluster _ = run.cluster.with("cities-000002", "r", new Alias("search", "{\"is_write_index\":true}"));
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places", "search")).encode());
        assertRollbackRefused(
                run,
                Map.of("lose-writes", "all"),
                "clients write to 'cities-000002' through 'search', as after a rollover");
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places")).encode());
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names("cities-000002")).contains("search");
    }

    @Test
    void anAliasThatSomebodyHasMovedBackByHandIsSaid() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.give("places", TARGET, SOURCE);
        assertRollbackRefused(run, "'places' is on 'cities', not on 'cities-v2': production is there already");

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(release).sentence())
                .contains("'cities' is production's index. Do not delete it.")
                .doesNotContain("can be deleted");
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
    }

    /// As where a later run has copied the target into an index of the name of the first one.
    @Test
    void anotherIndexOfTheSourcesNameIsNotTheSource() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(SOURCE);
        MemoryCluster _ = run.cluster.with(SOURCE, "another", Alias.plain("Shardstream-y-Live"));
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);
        assertRollbackRefused(run, "'places' is on 'cities', not on 'cities-v2': roll back run 'y' first");
        assertRollbackRefused(
                run,
                Map.of("moved-by-hand", "true", "lose-writes", "all"),
                "The index that this run has copied is gone, whatever has its name now.");
        assertThat(run.answerTo(Request.Kind.RELEASE, Map.of()))
                .returns(Answer.Outcome.DONE, Answer::outcome)
                .extracting(Answer::sentence, as(InstanceOfAssertFactories.STRING))
                .contains("'places' is on 'cities'");
    }

    /// 'release' refuses that, too, and would send them back here.
    @Test
    void aTargetThatWasMadeAnewIsNotCalledOneThatARunCanBeReleasedFrom() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with(TARGET, "another", Alias.plain("places"), Alias.plain("search"));
        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence())
                .contains("'cities-v2' is not the index that this run wrote to", "'rollback --moved-by-hand' ends")
                .doesNotContain("'release' ends");
    }

    @Test
    void anAliasThatIsNeededNoMoreDoesNotStandInTheWay() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "search")));
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(SOURCE)).containsExactly("places");
    }

    /// As of one that the target has got since the swap: left out of the answer, it would stay on the blocked
    /// target.
    @Test
    void anAliasThatTheUserDoesNotSeeIsNotLeftBehind() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.unseen.add("search");
        run.cluster.around(when -> assertThat(when).isNotEqualTo("before block"));
        assertRollbackRefused(run, "the user of the target does not see alias 'search' of 'cities-v2'");

        run.cluster.around(_ -> {});
        run.cluster.unseen.clear();
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertRolledBack(run);
    }

    @Test
    void theSourceOfAnotherClusterMustHaveTheAliases() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        run.sourceCluster.arrive(List.of(new AliasChange.Remove(SOURCE, "places")));
        assertRollbackRefused(run, "'cities' does not have 'places' on the source cluster");

        run.sourceCluster.arrive(List.of(new AliasChange.Add(SOURCE, CutoverFixture.FILTERED)));
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
    }

    @Test
    void aSourceThatGoesAwayUnderTheBlockEndsTheRollbackAndProductionTakesWritesAgain() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.once("after block", () -> run.cluster.remove(SOURCE));
        assertRollbackRefused(run, "index 'cities' is gone: there is nothing to go back to");
    }

    @Test
    void aSourceClusterThatGoesAwayUnderTheBlockEndsTheRollbackInTime() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                throw new TimeoutException("nobody answers");
            }
        });
        assertRollbackRefused(run, "did not answer within 20 s: it is tried again, nobody answers");
    }

    @Test
    void aSwapBackThatHappenedWithoutAnAnswerIsFinished() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(what -> {
            if (what.equals("after change")) {
                run.run.pass(Duration.ofSeconds(30));
                throw new TimeoutException("nobody answers");
            }
        });
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }

    @Test
    void serversThatDoNotAnswerEndTheRollbackBeforeAnythingIsChanged() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(what -> {
            if (what.equals("before find")) {
                throw new TimeoutException("nobody answers");
            }
        });
        assertRollbackRefused(run, "did not answer within 60 s: it is tried again, nobody answers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ABORT", "RELEASE"})
    void anOpenRollbackMakesRoomAndTheTargetTakesWritesAgain(Request.Kind next) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        List<Request> asked = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before change") && asked.isEmpty()) {
                asked.add(run.ask(next, Map.of()));
                throw new TimeoutException("nobody answers");
            }
        });
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(asked.getFirst()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.names(TARGET)).contains("places", "search");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void writesThatCannotBeCountedAreLostOnlyIfThatIsAccepted() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.run.target(0).index("client", "{}");
        run.lost.lose(1);
        run.cluster.lose(TARGET, 1);
        assertRollbackRefused(
                run,
                Map.of("lose-writes", "100000"),
                "since the swap cannot be counted: 1 of 2 shards have no primary. --lose-writes all accepts whatever it is");

        Request all = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        run.control();
        assertThat(run.answer(all).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertRolledBack(run);
    }

    @Test
    void aTargetThatIsClosedIsLeftWithoutABlock() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.lost.lose(0);
        run.lost.lose(1);
        run.cluster.close(TARGET);
        assertRollbackRefused(run, "cannot be counted: it is closed");
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        run.control();
        assertRolledBack(run);
    }

    @Test
    void aSourceThatIsGoneAfterProductionWentBackToItIsNotWaitedFor() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Returned")) {
                run.cluster.around(_ -> {});
                run.cluster.remove(SOURCE);
            }
        });
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains("which is gone now");
    }

    @Test
    void aPrimaryThatIsAwayForAMomentIsWaitedFor() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.lost.lose(1);
        run.run.whileSleeping(run.lost::comeBack);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void nothingIsCalledDeletableWhenTheTargetIsGone() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(release).sentence())
                .contains("'places', 'search' is on no index: 'cities' may be the last copy. Keep it.");

        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence())
                .contains("index 'cities-v2' is gone. To go on with 'cities', give it 'places', 'search'")
                .contains("PUT /cities/_settings {\"index.blocks.write\": null}");
    }

    /// Servers set no write block on a closed index.
    @Test
    void aTargetThatIsClosedIsNotSaidToBeBlocked() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.close(TARGET);
        Answer answer = run.answerTo(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        assertThat(answer.outcome()).as(answer.sentence()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .contains("'cities-v2' is closed, and could not be blocked for writes")
                .doesNotContain("stays blocked");
    }

    /// A client that writes to a name that nothing has is given an index of that name.
    @Test
    void anIndexThatHasTakenAnAliassPlaceIsNotTakenForProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with("places", "u3");

        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(release.sentence())
                .contains(
                        "'places' is an index, and no alias any more",
                        "Index 'cities-v2' is gone: 'cities' may be the last copy. Keep it.");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains(
                        "index 'cities-v2' is gone, and 'places' is an index, and no alias any more",
                        "{\"remove_index\": {\"index\": \"places\"}}, {\"add\": {\"index\": \"cities\", \"alias\": \"places\"}},"
                                + " {\"add\": {\"index\": \"cities\", \"alias\": \"search\"}}]})");
        assertThat(run.answerTo(Request.Kind.ABORT, Map.of()).sentence())
                .contains("The swap has happened, so there is nothing to abort.")
                .doesNotContain("the way back was given up");
    }

    /// Its numbers are as they were, since somebody has written as many documents again.
    @Test
    void aSourceWithAnotherHistoryDoesNotGetProduction() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.run.source(1).failOver("another history");
        assertRollbackRefused(
                run,
                "shard 1 of 'cities' has begun a new history since it was copied: it was restored, or a stale or empty"
                        + " copy was made its primary");
    }

    /// The cut-over was of an earlier version, which notes none.
    @Test
    void theHistoriesOfAnotherCutOverSayNothing() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.topic.say(SourceHistories.KEY, new SourceHistories("before", List.of("h1", "h2")).encode());
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aReleaseSaysThatNobodySeesWhetherAClosedSourceWasWritten() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.close(SOURCE);
        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(release.sentence())
                .contains("Index 'cities' is closed, so whether it was written", "POST /cities/_open");
    }

    @Test
    void aSourceThatHasLostDocumentsIsNotSaidToHaveBeenWrittenByARelease() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        sayThatTheSourceHadMore(run);
        Answer release = run.answerTo(Request.Kind.RELEASE, Map.of());
        assertThat(release.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(release.sentence())
                .contains("has lost documents since its last number was taken")
                .doesNotContain("was written after");
    }

    /// The target is there still, and somebody has only taken the alias from it.
    @Test
    void anIndexInAnAliassPlaceIsToGiveWayBeforeARollback() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "places")));
        MemoryCluster _ = run.cluster.with("places", "u3");
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).sentence())
                .contains("'places' is an index, and no alias any more", "{\"add\": {\"index\": \"cities-v2\"");
    }

    /// A later run may have put its own target in the place of this one's.
    @Test
    void nobodyIsToldToGiveTheSourceAnAliasThatAnotherIndexHas() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ = run.cluster.with("cities-v3", "u3", Alias.plain("places"));
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(rollback).sentence())
                .contains("index 'cities-v2' is gone, and 'places' is on 'cities-v3', where production may be.")
                .contains("with 'remove' and 'add' in one request");

        run.cluster.give("Shardstream-later-Live", "cities-v3", "cities-v3");
        Request again = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();
        assertThat(run.answer(again).sentence())
                .contains("roll back run 'later' first")
                .doesNotContain("To go on");
    }

    /// A later run that replaces this one's target makes an alias of its name.
    @Test
    void aRunWhoseTargetIsAnAliasByNowIsReleased() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.remove(TARGET);
        MemoryCluster _ =
                run.cluster.with("cities-v3", "u3", Alias.plain("places"), Alias.plain("search"), Alias.plain(TARGET));

        Answer released = run.answerTo(Request.Kind.RELEASE, Map.of());

        assertThat(released.outcome()).as(released.sentence()).isNotEqualTo(Answer.Outcome.REFUSED);
        assertThat(released.sentence()).startsWith("The way back is given up.");
    }

    @Test
    void nothingIsCalledDeletableWhileTheTargetCannotServe() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.lose(TARGET, 0);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).sentence())
                .isEqualTo("Not released: 'cities-v2' does not serve production, 1 of 2 shards have no primary."
                        + " Keep 'cities' until it does.");
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
    }

    @Test
    void aReleaseThatLeavesABlockOnProductionsIndexSaysSo() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(TARGET, true);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .startsWith("The way back is given up.")
                .contains("Clients cannot write to 'cities-v2': it has a write block that somebody else has set")
                .endsWith("lift it: PUT /cities-v2/_settings {\"index.blocks.write\": null}.");
    }

    /// Somebody has taken the mark away while a rollback had blocked the target: no swap back can happen any
    /// more.
    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "RELEASE"})
    void aBlockOfARollbackWhoseMarkIsGoneIsLifted(Request.Kind next) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "Shardstream-x-Live")));
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();

        run.ask(next, Map.of());
        run.control();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(RefusedWrites.of(run.topic.said())).isEmpty();
    }

    /// Nothing of a run that was released goes on with a block that another run has taken over.
    @Test
    void aReleaseForgetsABlockThatAnotherRunHasTakenOver() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after block")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        String ours = run.cluster.blockNames(TARGET).iterator().next();
        run.cluster.arrive(List.of(
                new AliasChange.Remove(TARGET, ours),
                new AliasChange.Add(TARGET, Alias.plain("Shardstream-y-Block-docs-1-1"))));

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence()).contains("it has a block alias of run 'y'");
        assertThat(RefusedWrites.of(run.topic.said())).isEmpty();
    }

    @Test
    void aReleaseLeavesTheBlockAndTheNameOfALaterRunAlone() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        cutOverToLater(run);
        Set<String> before = run.cluster.blockNames(TARGET);

        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(release).sentence())
                .contains("'places' is on 'cities-v3', not on 'cities-v2'. Before you delete 'cities'")
                .doesNotContain("can be deleted");
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.blockNames(TARGET)).isEqualTo(before);
        assertThat(run.cluster.names(TARGET)).doesNotContain("Shardstream-x-Live");
    }

    @Test
    void whatCanBeDeletedDependsOnWhatIsThere() throws Exception {
        assertThat(released(false, _ -> {}))
                .isEqualTo(
                        "The way back is given up. Index 'cities' is still blocked for writes; when no other run uses it,"
                                + " it and the run's topics and consumer groups (shardstream.x.*) can be deleted.");
        assertThat(released(true, _ -> {}))
                .contains("has the alias 'places', 'search' on the source cluster: delete it when no application");
        assertThat(released(false, run -> run.cluster.remove(SOURCE))).contains("Index 'cities' is gone already");
        assertThat(released(false, run -> {
                    run.cluster.remove(SOURCE);
                    run.cluster.with(SOURCE, "another");
                }))
                .contains("is not the one that was copied: leave it");
        assertThat(released(false, run -> run.cluster.block(SOURCE, false))).contains("takes writes again");
    }

    /// Whoever reads the answer deletes it.
    @Test
    void aSourceThatWasWrittenSinceIsNotCalledDeletable() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.block(SOURCE, false);
        run.run.source(0).index("late", "{}");
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();

        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(release).sentence())
                .contains("was written after its last number was taken", "Keep 'cities'")
                .doesNotContain("can be deleted");
    }

    private interface Change {
        void in(CutoverFixture run);
    }

    private static String released(boolean areTwo, Change change) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(areTwo);
        change.in(run);
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DONE);
        return run.answer(release).sentence();
    }

    /// Run y copies the target and is cut over.
    private static void cutOverToLater(CutoverFixture run) {
        Alias name = Alias.plain("Shardstream-y-Block-docs-y-1-1");
        run.cluster.with(LATER, "v3", Alias.plain("Shardstream-y-Live"));
        run.cluster
                .blockNames(TARGET)
                .forEach(ours -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, ours))));
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, name)));
        run.cluster.block(TARGET, true);
        run.cluster.give("places", TARGET, LATER);
        run.cluster.give("search", TARGET, LATER);
    }

    private static void assertRollbackRefused(CutoverFixture run, String why) throws Exception {
        assertRollbackRefused(run, Map.of(), why);
    }

    /// And nothing is left blocked or moved that was not.
    private static void assertRollbackRefused(CutoverFixture run, Map<String, String> options, String why)
            throws Exception {
        boolean tookWrites = run.cluster.takesWrites(TARGET);
        Set<String> names = new TreeSet<>(run.cluster.names(TARGET));
        Set<String> ofSource = new TreeSet<>(run.sourceCluster.names(SOURCE));
        Request rollback = run.ask(Request.Kind.ROLLBACK, options);
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .startsWith("Not rolled back: ")
                .contains(why);
        assertThat(run.cluster.takesWrites(TARGET)).isEqualTo(tookWrites);
        assertThat(run.cluster.names(TARGET)).isEqualTo(names);
        assertThat(run.sourceCluster.names(SOURCE)).isSubsetOf(ofSource);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    private static void assertRolledBack(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
