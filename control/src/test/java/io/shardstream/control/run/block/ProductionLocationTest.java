package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Commands say where the servers say that production is, and not where the run put it.
class ProductionLocationTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ROLLBACK", "RELEASE"})
    void aRunThatCopiesSaysWhereTheAliasesAre(Request.Kind kind) throws Exception {
        CutoverFixture run = new CutoverFixture();
        assertRefused(run, kind, "Aliases 'places', 'search' are on 'cities'.");
        run.cluster.give("places", SOURCE, TARGET);
        assertRefused(run, kind, "Alias 'places' is on 'cities-v2'. Alias 'search' is on 'cities'.");
        run.cluster.remove(SOURCE);
        assertRefused(run, kind, "Alias 'places' is on 'cities-v2'. Index 'cities' is gone.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"CUTOVER", "ABORT"})
    void aRunThatWasCutOverSaysWhereTheAliasesAre(Request.Kind kind) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        if (kind == Request.Kind.ABORT) {
            assertRefused(run, kind, "Aliases 'places', 'search' are on 'cities-v2'.");
        }
        run.cluster.with("cities-v3", "v3");
        run.cluster.give("places", TARGET, "cities-v3");
        assertRefused(run, kind, "Alias 'places' is on 'cities-v3'. Alias 'search' is on 'cities-v2'.");
        run.cluster.remove(TARGET);
        assertRefused(run, kind, "Alias 'search' is on no index. Index 'cities-v2' is gone.");
    }

    @Test
    void ofTwoClustersEachIsNamed() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        assertRefused(
                run,
                Request.Kind.ABORT,
                "Aliases 'places', 'search' are on 'cities-v2' of the target cluster and on 'cities' of the source"
                        + " cluster.");
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"CUTOVER", "ABORT"})
    void serversThatDoNotAnswerAreNotWaitedForWithoutEnd(Request.Kind kind) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        run.cluster.away(TARGET, true);
        assertRefused(run, kind, "cannot be seen: the servers did not answer within 60 s");
        run.cluster.away(TARGET, false);
        run.cluster.away(SOURCE, true);
        assertRefused(run, kind, "The servers do not say where production is: no answer within 10 s");
    }

    @Test
    void productionThatWasMovedBackBeforeTheCutOverWasDoneIsNotBlockedOnceMore() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        killAfterTheSwap(run);
        run.cluster.block(SOURCE, false);
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.give("search", TARGET, SOURCE);

        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence())
                .contains("'places' is on 'cities', not on 'cities-v2'", "'cities' is left as it is")
                .doesNotContain("Production is on 'cities-v2'");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void anotherIndexOfTheSourcesNameIsNotBlocked() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        killAfterTheSwap(run);
        run.cluster.remove(SOURCE);
        run.cluster.with(SOURCE, "another");

        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(request).sentence()).contains("'cities' is not the index that was copied");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// Nobody has lifted its block, so nobody has decided anything.
    @Test
    void aSourceThatIsStillBlockedStaysSoThoughAnAliasIsBack() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        killAfterTheSwap(run);
        run.cluster.give("places", TARGET, SOURCE);
        run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, "search")));

        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("'cities' stays blocked");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private static void killAfterTheSwap(CutoverFixture run) throws Exception {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
    }

    private static void assertRefused(CutoverFixture run, Request.Kind kind, String sentence) throws Exception {
        Request request = run.ask(kind, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence()).contains(sentence);
    }
}
