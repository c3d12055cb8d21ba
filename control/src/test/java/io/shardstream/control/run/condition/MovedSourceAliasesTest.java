package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.SourceAliasWatch;
import io.shardstream.control.index.cluster.SourceAliasesAtStart;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An alias of production that somebody has moved from the source to another index while the run was working.
class MovedSourceAliasesTest {
    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void note() {
        run.topic.say(SourceAliases.KEY, new SourceAliases(List.of("places", "search")).encode());
    }

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void isAcceptedByNameAlone() throws Exception {
        MemoryCluster _ = run.cluster.with("cities-clone", "c");
        run.cluster.give("places", SOURCE, "cities-clone");

        Answer refused = cutOver(Map.of("force", "true"));

        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "alias 'places', which the source had while the run worked, is on 'cities-clone' now: what clients"
                                + " write through it is not in the target",
                        "begin a run with the index that has it as its source: source-alias:places. ",
                        "--accept-difference 'source-alias:places'");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(cutOver(Map.of("accept-difference", "source-alias:places")).outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isAskedAboutWhereTheSourceWasGivenItAfterTheRunBegan() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        SourceAliasWatch watch = new SourceAliasWatch(run.cluster);
        run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain("later"))));
        watch.lookIfDue(term);
        MemoryCluster _ = run.cluster.with("cities-clone", "c");
        run.cluster.give("later", SOURCE, "cities-clone");
        run.run.pass(Duration.ofMinutes(1));
        watch.lookIfDue(term);

        assertThat(cutOver(Map.of()).sentence())
                .contains("alias 'later', which the source had while the run worked, is on 'cities-clone' now");
    }

    @Test
    void isNotedOnce() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        SourceAliasWatch watch = new SourceAliasWatch(run.cluster);
        watch.lookIfDue(term);
        int written = run.topic.writes.size();
        run.run.pass(Duration.ofMinutes(1));
        watch.lookIfDue(term);
        assertThat(run.topic.writes).hasSize(written);
    }

    @Test
    void isAskedAboutWhereTheSourceWasWrittenThroughItAfterTheRunBegan() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        run.cluster.give(SOURCE, Alias.plain("later"));
        run.cluster.give(SOURCE, new Alias("archive", "{\"is_write_index\":false}"));
        new SourceAliasWatch(run.cluster).lookIfDue(term);

        assertThat(noted(SourceAliases.KEY)).containsExactly("archive", "later", "places", "search");
        assertThat(noted(SourceAliases.KEY_OF_WRITES)).containsExactly("later", "places", "search");
    }

    @Test
    void isNotedAgainOnlyAfterAWhileAndAlsoWhenNobodyHasAnswered() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        SourceAliasWatch watch = new SourceAliasWatch(run.cluster);
        run.cluster.away(SOURCE, true);
        watch.lookIfDue(term);
        run.cluster.away(SOURCE, false);
        run.cluster.give(SOURCE, Alias.plain("later"));
        run.run.pass(Duration.ofSeconds(9));
        watch.lookIfDue(term);
        assertThat(noted(SourceAliases.KEY)).doesNotContain("later");
        run.run.pass(Duration.ofSeconds(1));
        watch.lookIfDue(term);
        assertThat(noted(SourceAliases.KEY)).contains("later");
    }

    @Test
    void isNotNotedWhereThereHaveBeenTooMany() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        for (int number = 0; number < 1_000; number++) {
            run.cluster.give(SOURCE, Alias.plain("alias-" + number));
        }
        new SourceAliasWatch(run.cluster).lookIfDue(term);
        assertThat(noted(SourceAliases.KEY)).containsExactly("places", "search");
    }

    private List<String> noted(String key) {
        return run.topic
                .said()
                .of(key, SourceAliases::decode)
                .map(SourceAliases::names)
                .orElse(List.of());
    }

    /// Nobody finds anything by it.
    @Test
    void isNotAskedAboutWhereNoIndexHasIt() throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, "places")));
        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isNotAskedAboutWhereTheSourceHasItStill() throws Exception {
        MemoryCluster _ = run.cluster.with("cities-clone", "c", Alias.plain("places"));
        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// As a rollover leaves it: the source keeps it, for searches.
    @Test
    void isAskedAboutWhereItsWriteIndexIsAnotherNow() throws Exception {
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places")).encode());
        MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", "{\"is_write_index\":true}"));

        assertThat(cutOver(Map.of()).sentence())
                .contains(
                        "alias 'places', through which clients could write to the source while the run worked, writes to"
                                + " 'cities-000002' now: what clients write through it is not in the target",
                        "--accept-difference 'source-alias:places'");
        assertThat(cutOver(Map.of("accept-difference", "source-alias:places")).outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    /// The source was an old member of it when the run began.
    @Test
    void isNotAskedAboutWhereTheSourceWasNotWrittenThroughIt() throws Exception {
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of()).encode());
        MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", "{\"is_write_index\":true}"));
        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Where another index was written to through it all along, nothing has moved.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"is_write_index\":true} | false", "{} | false", " | true"})
    void isNotedAsOneOfWritesWhereTheSourceTookThem(@Nullable String other, boolean isWritten) throws Exception {
        run.cluster.give(SOURCE, Alias.plain("places"));
        if (other != null) {
            MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", other));
        }
        SourceAliasesAtStart.records(run.cluster, SOURCE, List.of("places", "search"))
                .forEach(run.topic::say);
        run.run.pass(Duration.ofMinutes(1));
        new SourceAliasWatch(run.cluster).lookIfDue(run.term(run.topic.journal()));
        MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", "{\"is_write_index\":true}"));

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(isWritten ? Answer.Outcome.REFUSED : Answer.Outcome.DONE);
    }

    /// Each question is one to production's cluster.
    @Test
    void oneThatOthersHaveTooIsAskedAboutOnceInFiveMinutes() throws Exception {
        run.cluster.give(SOURCE, Alias.plain("places"));
        MemoryCluster _ = run.cluster.with("cities-000002", "c", Alias.plain("places"));
        AtomicInteger questions = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("before find")) {
                questions.incrementAndGet();
            }
        });
        ControllerEpoch term = run.term(run.topic.journal());
        SourceAliasWatch watch = new SourceAliasWatch(run.cluster);
        watch.lookIfDue(term);
        int first = questions.get();
        run.run.pass(Duration.ofMinutes(1));
        watch.lookIfDue(term);
        assertThat(questions).hasValue(first);
        run.run.pass(Duration.ofMinutes(5));
        watch.lookIfDue(term);
        assertThat(questions).hasValueGreaterThan(first);
    }

    @Test
    void isNotedWhenTheSourceBeginsToTakeWritesThroughIt() throws Exception {
        run.cluster.give(SOURCE, Alias.plain("places"));
        MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", "{\"is_write_index\":true}"));
        SourceAliasesAtStart.records(run.cluster, SOURCE, List.of("places", "search"))
                .forEach(run.topic::say);
        ControllerEpoch term = run.term(run.topic.journal());
        SourceAliasWatch watch = new SourceAliasWatch(run.cluster);
        watch.lookIfDue(term);
        run.cluster.give("cities-000002", new Alias("places", "{\"is_write_index\":false}"));
        run.cluster.give(SOURCE, new Alias("places", "{\"is_write_index\":true}"));
        run.run.pass(Duration.ofMinutes(1));
        watch.lookIfDue(term);
        run.cluster.give(SOURCE, Alias.plain("places"));
        run.cluster.give("cities-000002", new Alias("places", "{\"is_write_index\":true}"));

        assertThat(cutOver(Map.of()).sentence()).contains("writes to 'cities-000002' now");
    }

    /// By another alias they write there, which the source does not have.
    @Test
    void isNotAskedAboutWhereOthersHaveItForSearchesAlone() throws Exception {
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places")).encode());
        MemoryCluster _ = run.cluster.with(
                "archive", "a", Alias.plain("places"), new Alias("to-archive", "{\"is_write_index\":true}"));
        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The other alias stays, so that production seems to be there.
    @Test
    void isSeenRightBeforeTheSwapToo() throws Exception {
        MemoryCluster _ = run.cluster.with("cities-clone", "c");
        run.once("before hasBulks", () -> run.cluster.give("places", SOURCE, "cities-clone"));

        Answer answer = cutOver(Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence())
                .contains("alias 'places', which the source had when the cut-over began, is on 'cities-clone' now");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// A lifecycle policy rolls it over under the block: the source keeps it, for searches.
    @Test
    void isSeenRightBeforeTheSwapWhereItWasRolledOver() throws Exception {
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places")).encode());
        run.once("before hasBulks", this::rollOver);

        Answer answer = cutOver(Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence())
                .contains("alias 'places', through which clients could write to the source when the cut-over began,"
                        + " writes to 'cities-000002' now");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.names(TARGET)).doesNotContain("places", "search");
    }

    @Test
    void isNoReasonToGiveUpRightBeforeTheSwapWhereThatWasAccepted() throws Exception {
        run.topic.say(SourceAliases.KEY_OF_WRITES, new SourceAliases(List.of("places")).encode());
        rollOver();
        assertThat(cutOver(Map.of("accept-difference", "source-alias:places")).outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    private void rollOver() {
        run.cluster.give(SOURCE, new Alias("places", "{\"is_write_index\":false}"));
        MemoryCluster _ = run.cluster.with("cities-000002", "c", new Alias("places", "{\"is_write_index\":true}"));
    }

    /// It is an alias of the target that the source does not have, and is asked about as such.
    @Test
    void isToldOnceWhereTheTargetHasIt() throws Exception {
        run.cluster.give("places", SOURCE, TARGET);
        assertThat(cutOver(Map.of()).sentence()).contains("target-alias:places").doesNotContain("source-alias:places");
    }
}
