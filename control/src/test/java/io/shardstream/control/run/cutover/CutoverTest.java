package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverAssertions.assertCutOver;
import static io.shardstream.control.run.cutover.CutoverAssertions.isSwap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverTerms;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.TombstoneAge;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A cut-over from its request to its end, whichever controller brings it there.
class CutoverTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    @Test
    void productionMovesWithAllAliasesAndTheirPropertiesAndTheSourceStaysBlocked() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertCutOver(run);
        assertThat(run.cluster.aliases(TARGET)).contains(CutoverFixture.FILTERED);
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(signed.source()).isEqualTo(signed.sourceAfter()).containsExactly(10L, 10L);
        assertThat(signed.blockedMillis()).isNotNegative();
        assertThat(signed.verdict()).contains("19 documents of the source", "0 differences");
    }

    @Test
    void whatTheAskersRunFileSaysOfTheIndexIsWhatIsDone() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request other = run.ask(Request.Kind.CUTOVER, Map.of("replace-index", "without-way-back"));
        run.control();

        assertThat(run.answer(other).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(other).sentence())
                .contains("was started with cutover.replace-index: false, and the run file of this command says"
                        + " without-way-back");

        Request same = run.ask(Request.Kind.CUTOVER, Map.of("replace-index", "false"));
        run.control();
        assertThat(run.answer(same).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The run file was changed since `control` was started.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-blocked | cutover.max-blocked: 20s, and the run file of this command says 21s",
                "max-lag | cutover.max-lag: 100, and the run file of this command says 101",
                "canaries | another cutover.canaries or cutover.canary-tolerance than the run file of this command has",
                "on-swap | another cutover.on-swap or cutover.on-swap-timeout than the run file of this command has"
            })
    void whatTheAskersRunFileSaysOfTheCutOverIsWhatIsDone(String option, String why) throws Exception {
        CutoverFixture run = new CutoverFixture();
        CutoverTerms here = terms(20, 100, "{\"size\":0}", List.of());
        CutoverTerms meant = terms(21, 101, "{\"size\":1}", List.of("/opt/switch"));
        Map<String, String> options = new HashMap<>(here.values());
        options.put(option, meant.values().get(option));
        Request other = run.ask(Request.Kind.CUTOVER, options);
        run.control();

        assertThat(run.answer(other).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(other).sentence()).contains("was started with " + why);
        assertThat(run.cluster.blockNames(SOURCE)).isEmpty();

        Request same = run.ask(Request.Kind.CUTOVER, here.values());
        run.control();
        assertThat(run.answer(same).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    private static CutoverTerms terms(int maxBlocked, long maxLag, String canary, List<String> onSwap) {
        return CutoverTerms.of(
                Duration.ofSeconds(maxBlocked),
                maxLag,
                List.of(canary),
                0,
                ReplaceIndex.NO,
                onSwap,
                onSwap.isEmpty() ? Duration.ZERO : Duration.ofSeconds(10));
    }

    @Test
    void aControllerThatIsKilledAtAnyCallIsFollowedByOneThatBringsItToItsEnd() throws Exception {
        int calls = new CutoverFixture().callsOf(Request.Kind.CUTOVER);
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture();
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            run.kill(call, _ -> {});
            run.control();

            assertThat(run.answer(request).outcome())
                    .as("killed at call " + call)
                    .isEqualTo(Answer.Outcome.DONE);
            assertCutOver(run);
        }
    }

    /// It read that the run goes on, and raises the setting when the controller has just put it back.
    @Test
    void aProcessThatIsStartedAtTheEndLeavesNoRaisedSettingBehind() throws Exception {
        for (Request.Kind kind : List.of(Request.Kind.CUTOVER, Request.Kind.ABORT)) {
            CutoverFixture run = new CutoverFixture();
            run.ask(kind, kind == Request.Kind.ABORT ? Map.of("run", "yes") : Map.of());
            run.once("after set", () -> raise(run));
            run.control();

            assertThat(run.isIn(kind == Request.Kind.ABORT ? Phase.ABORTED : Phase.COMPLETED))
                    .isTrue();
            assertThat(run.cluster.settings(TARGET)).containsEntry(TombstoneAge.SETTING, "60s");
        }
    }

    private static void raise(CutoverFixture run) {
        try {
            run.cluster.set(TARGET, TombstoneAge.SETTING, "12h");
        } catch (ElasticException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What a forced cut-over has passed is known to whoever ends it.
    @Test
    void whatWasForcedIsNamedByAnotherControllerToo() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.health = "yellow";
        Request request = run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.once("after change", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.cluster.health = "green";
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("By --force: target index 'cities-v2' is yellow");
    }

    @Test
    void bulksUnderWayAreWaitedForBetweenFenceAndSwap() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.bulks = 3;
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                assertThat(run.cluster.bulks).isZero();
            }
        });
        run.control();
        assertCutOver(run);
    }

    @Test
    void aSourceThatWasWrittenUnderTheBlockIsSaid() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                run.run.source(1).index("late", "{}");
            }
        });
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(request).sentence()).contains("[10, 10], then [10, 11]");
    }
}
