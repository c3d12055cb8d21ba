package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.UnknownRecordException;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.target.TombstoneAge;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run that is given up says can be deleted.
class RemainsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run = new CutoverFixture();

    @Test
    void aTargetThatNobodyUsesCanBeDeletedWhileTheSourceIsWhole() throws Exception {
        Answer _ = assertGivenUp(
                Answer.Outcome.DONE,
                "Its topics and consumer groups (shardstream.x.*) and index 'cities-v2' can be deleted.");
    }

    @Test
    void aTargetIsNotCalledDeletableWhenAnAliasOfProductionIsOnIt() throws Exception {
        run.cluster.give("places", SOURCE, TARGET);
        assertKept("Do not delete index 'cities-v2': applications may find it by its alias 'places'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Shardstream-y-Live", "Shardstream-y-Block-docs-y-1-1"})
    void aTargetIsNotCalledDeletableWhenAnotherRunUsesIt(String mark) throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain(mark))));
        assertKept("Do not delete index 'cities-v2': run 'y' uses it, too.");
    }

    /// Its settings and its mapping are those by which the other run works.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "Shardstream-y-Write-i, run 'y'",
                "Shardstream-y, run 'y'",
                "Shardstream-y-Swap-i-3-1, run 'y'",
                "Shardstream-x-Write-otherid, another run that is called 'x' as well"
            })
    void aTargetToWhichAnotherRunWritesStaysAsItIs(String mark, String writer) throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain(mark))));
        run.mapping.refusal = "nobody is to open it";

        Answer answer = assertGivenUp(
                Answer.Outcome.DIFFERENT,
                "Do not delete index 'cities-v2': " + writer + " writes to it (alias " + mark + ").");

        assertThat(answer.sentence())
                .contains("Its index.gc_deletes and its mapping stay as they are, for the other run.")
                .doesNotContain("can be deleted")
                .doesNotContain("takes no new fields");
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "12h");
        assertThat(run.cluster.aliases(TARGET))
                .extracting(Alias::name)
                .contains(mark)
                .doesNotContain("Shardstream-x");
    }

    /// A claim is no owner, and a block may be an earlier run's.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "Shardstream-x-Block-otherid-1-1, another run that is called 'x' as well",
                "Shardstream-y-Claim-i, run 'y'"
            })
    void aTargetThatAnotherRunHasMarkedIsNotCalledDeletable(String mark, String other) throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain(mark))));
        assertKept("Do not delete index 'cities-v2': " + other + " uses it, too.");
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "60s");
    }

    @Test
    void aTargetIsNotCalledDeletableWhenItHasTheMarkOfACutOver() throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, Alias.plain("Shardstream-x-Live"))));
        assertKept("Do not delete index 'cities-v2': it has the mark of a cut-over");
    }

    @Test
    void aTargetIsKeptWhenTheSourceIsGone() throws Exception {
        run.cluster.remove(SOURCE);
        assertKept("index 'cities' is gone, so this may be the last copy");
    }

    @Test
    void aTargetIsKeptWhenTheSourcesNameIsItsAlias() throws Exception {
        run.cluster.remove(SOURCE);
        run.cluster.with("cities-v3", "v3", Alias.plain(SOURCE));
        assertKept("its name is an alias of 'cities-v3', so this may be the last copy");
    }

    @Test
    void aTargetIsKeptWhenTheSourceWasCreatedAgain() throws Exception {
        run.cluster.remove(SOURCE);
        run.cluster.with(SOURCE, "another");
        assertKept("'cities' is not the index that this run copied");
    }

    @Test
    void aTargetIsKeptWhenTheSourceIsClosed() throws Exception {
        run.cluster.close(SOURCE);
        assertKept("'cities' cannot be read, it is closed, so this may be the last copy");
    }

    @Test
    void aTargetIsKeptWhenTheSourceHasLostAPrimary() throws Exception {
        run.cluster.lose(SOURCE, 1);
        assertKept("'cities' cannot be read, 1 of 2 shards have no primary");
    }

    @Test
    void aTargetIsKeptWhenTheSourceWasEmptied() throws Exception {
        run.cluster.empty(SOURCE);
        assertKept("'cities' holds no documents, so this may be the last copy");
    }

    @Test
    void aTargetIsKeptWhenTheSourceDoesNotAnswer() throws Exception {
        run.cluster.away(SOURCE, true);
        assertKept("the servers do not say whether the source is there and whole (no answer within 10 s, it is tried");
    }

    @Test
    void aTargetIsKeptWhenTheUserMayNotAskForTheSource() throws Exception {
        run.cluster.refuse(SOURCE, 403);
        assertKept("the servers do not say whether the source is there and whole");
    }

    @Test
    void aTargetIsKeptWhenAStaleCopyBecameThePrimaryOfASourceShard() throws Exception {
        run.run.source(1).failOver("stale");
        assertKept(
                "Keep index 'cities-v2' and the run's topics: shard 1 of 'cities' has begun a new history since it was"
                        + " read");
    }

    @Test
    void aTargetIsKeptWhenTheSourceHasLostWhatWasReadOfIt() throws Exception {
        run.run.source(0).putBack(3);
        run.run.source(1).putBack(3);
        assertKept("shards 0, 1 of 'cities' have lost operations since it was read");
    }

    @Test
    void aTargetIsKeptWhenTheSourceDoesNotSayHowFarItIs() throws Exception {
        run.cluster.silent.add(SOURCE);
        assertKept("the servers do not say whether the source is there and whole");
    }

    @Test
    void aTargetIsKeptWhenKafkaDoesNotSayWhatWasRead() throws Exception {
        run.run.whileAskingForState(() -> {
            throw new KafkaException("no such topic");
        });
        assertKept("Kafka does not say what was read of 'cities' (no such topic)");
    }

    /// The run is given up by then, and whoever asked for that waits for the answer.
    @Test
    void aTargetIsKeptWhenACheckpointCannotBeRead() throws Exception {
        run.run.whileAskingForState(() -> {
            throw new UnknownRecordException("no checkpoint");
        });
        assertKept("Kafka does not say what was read of 'cities' (no checkpoint)");
    }

    @Test
    void anotherIndexOfTheTargetsNameIsNotCalledDeletable() throws Exception {
        run.cluster.remove(TARGET);
        run.cluster.with(TARGET, "another");
        Answer answer = giveUp();
        assertThat(answer.sentence())
                .contains("is not the one that this run wrote to: leave it to whoever made it")
                .doesNotContain("index 'cities-v2' can be deleted");
    }

    @Test
    void theTopicsCanBeDeletedWithoutATargetWhileTheSourceIsWhole() throws Exception {
        run.cluster.remove(TARGET);
        Answer _ = assertGivenUp(
                Answer.Outcome.DONE,
                "Index 'cities-v2' is gone. The run's topics and consumer groups (shardstream.x.*) can be deleted.");
    }

    /// As by a pattern that meets both names.
    @Test
    void theTopicsAreKeptWhenBothIndicesAreGone() throws Exception {
        run.cluster.remove(SOURCE);
        run.cluster.remove(TARGET);
        assertKept("Index 'cities-v2' is gone. Keep the run's topics: index 'cities' is gone, so they may be the last"
                + " copy.");
    }

    @Test
    void theTopicsAreKeptWhenBothIndicesWereCreatedAgain() throws Exception {
        run.cluster.remove(SOURCE);
        run.cluster.remove(TARGET);
        run.cluster.with(SOURCE, "another").with(TARGET, "another, too");
        assertKept(
                "leave it to whoever made it. Keep the run's topics: 'cities' is not the index that this run copied");
    }

    private void assertKept(String why) throws Exception {
        Answer answer = assertGivenUp(Answer.Outcome.DIFFERENT, why);
        assertThat(answer.sentence()).doesNotContain("can be deleted");
    }

    private Answer assertGivenUp(Answer.Outcome outcome, String sentence) throws Exception {
        Answer answer = giveUp();
        assertThat(answer.outcome()).isEqualTo(outcome);
        assertThat(answer.sentence()).contains(sentence);
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        return answer;
    }

    private Answer giveUp() throws Exception {
        Request request = run.ask(Request.Kind.ABORT, Map.of("run", "yes"));
        run.control();
        return run.answer(request);
    }
}
