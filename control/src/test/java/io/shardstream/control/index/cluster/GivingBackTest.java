package io.shardstream.control.index.cluster;

import static io.shardstream.control.index.cluster.RollbackAssertions.assertRollbackRefused;
import static io.shardstream.control.index.cluster.RollbackAssertions.assertRolledBack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.contract.record.SourceHistories;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.run.cutover.MemoryCluster;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rollback where the servers have not stayed as the cut-over left them.
class GivingBackTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

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

    /// The cut-over was of an earlier version, which notes none.
    @Test
    void theHistoriesOfAnotherCutOverSayNothing() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.topic.say(SourceHistories.KEY, new SourceHistories("before", List.of("h1", "h2")).encode());
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
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
}
