package io.shardstream.control.index.cluster;

import static io.shardstream.control.index.cluster.RollbackAssertions.LATER;
import static io.shardstream.control.index.cluster.RollbackAssertions.assertRollbackRefused;
import static io.shardstream.control.index.cluster.RollbackAssertions.cutOverToLater;
import static io.shardstream.control.index.cluster.RollbackAssertions.sayThatTheSourceHadMore;
import static io.shardstream.control.index.cluster.RollbackAssertions.signedOff;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/// What keeps production from going back to the source.
class RefusedRollbackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

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
    void serversThatDoNotAnswerEndTheRollbackBeforeAnythingIsChanged() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.around(what -> {
            if (what.equals("before find")) {
                throw new TimeoutException("nobody answers");
            }
        });
        assertRollbackRefused(run, "did not answer within 60 s: it is tried again, nobody answers");
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
}
