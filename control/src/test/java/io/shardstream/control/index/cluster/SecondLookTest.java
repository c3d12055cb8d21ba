package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// What was seen once has changed before it is acted on: by a call that came late, an operator or another run.
class SecondLookTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String OF_OTHER = "Shardstream-other-Block-docs-1-1";

    @Test
    void theAliasesThatASwapWithoutAnAnswerHasMovedAreNotForgotten() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger lost = new AtomicInteger();
        run.cluster.around(what -> {
            if (what.equals("after change")
                    && run.cluster.names(TARGET).contains("Shardstream-x-Live")
                    && lost.getAndIncrement() == 0) {
                throw new TimeoutException("the answer is lost");
            }
        });
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.topic
                        .said()
                        .of(CutoverNotes.KEY, CutoverNotes::decode)
                        .orElseThrow()
                        .aliases())
                .hasValue(List.of("places", "search"));
    }

    @Test
    void aBlockThatSomebodySetsAfterTheConditionsWereCheckedIsNotLifted() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(what -> {
            assertThat(what).isNotEqualTo("before unblock");
            if (run.isIn(Phase.CUTTING_OVER) && calls.getAndIncrement() == 0) {
                run.cluster.block(SOURCE, true);
            }
        });
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence())
                .contains("'cities' has a write block that somebody else has set since the conditions were checked");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// Readers and writers would do nothing under the block.
    @Test
    void aPauseAtAnyMomentBeforeTheBlockKeepsTheSourceOpen() throws Exception {
        AtomicInteger all = new AtomicInteger();
        CutoverFixture counted = new CutoverFixture();
        Request _ = counted.ask(Request.Kind.CUTOVER, Map.of());
        counted.cluster.around(_ -> all.addAndGet(counted.isIn(Phase.CATCHING_UP) ? 1 : 0));
        counted.control();
        for (int call = 1; call <= all.get(); call++) {
            CutoverFixture run = new CutoverFixture();
            Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
            AtomicInteger calls = new AtomicInteger();
            int at = call;
            run.cluster.around(what -> {
                if (calls.incrementAndGet() == at) {
                    run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
                }
            });
            run.control();
            assertThat(run.answer(cutover).outcome())
                    .as("paused at call " + call)
                    .isEqualTo(Answer.Outcome.REFUSED);
            assertThat(run.answer(cutover).sentence()).contains("the run is paused: 'resume' lets it go on");
            assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        }
        assertThat(all).hasPositiveValue();
    }

    @Test
    void aPauseUnderTheBlockIsNamed() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger calls = new AtomicInteger();
        run.cluster.around(what -> {
            if (run.isIn(Phase.CUTTING_OVER) && calls.getAndIncrement() == 0) {
                run.topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
                run.run.pass(Duration.ofHours(2));
            }
        });
        run.control();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence())
                .contains("took longer than cutover.max-blocked", "the run is paused: 'resume' lets it go on");
    }

    /// It would stay on the source, which is blocked then.
    @Test
    void anAliasThatTheUserDoesNotSeeAnyMoreKeepsTheSwapFromBeingSent() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> run.cluster.unseen.add("search"));
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence())
                .contains("the user of the source does not see alias 'search' of 'cities', so it would not be moved");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aBlockThatAForcedCutOverHasLiftedBeforeItDiedIsSetAgain() throws Exception {
        CutoverFixture run = new CutoverFixture();
        run.cluster.block(SOURCE, true);
        run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        run.cluster.around(what -> {
            if (what.equals("before block")) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void aSourceThatAnotherRunHasBlockedAnewIsNotSwitchedAwayFrom() throws Exception {
        CutoverFixture run = new CutoverFixture();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before hasBulks", () -> {
            String ours = run.cluster.blockNames(SOURCE).iterator().next();
            assertThat(run.cluster.arrive(List.of(
                            new AliasChange.Remove(SOURCE, ours), new AliasChange.Add(SOURCE, Alias.plain(OF_OTHER)))))
                    .isTrue();
        });
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence()).contains("somebody else has taken over the write block of 'cities'");
        assertThat(run.cluster.names(SOURCE)).contains("places");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly(OF_OTHER);
    }

    @Test
    void anAliasThatAnotherIndexOfTheTargetsClusterHasStandsInTheWay() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.cluster.with("cities-old", "o", Alias.plain("places"));
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(cutover).sentence())
                .contains("in the target's cluster alias 'places' is on 'cities-old'");
        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aRollbackSaysWhatTheApplicationMustDo() throws Exception {
        CutoverFixture two = CutoverFixture.cutOver(true);
        Request back = two.ask(Request.Kind.ROLLBACK, Map.of());
        two.control();
        assertThat(two.answer(back).sentence()).contains("Switch the application to the source cluster now");

        CutoverFixture one = CutoverFixture.cutOver(false);
        Request alike = one.ask(Request.Kind.ROLLBACK, Map.of());
        one.control();
        assertThat(one.answer(alike).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(one.answer(alike).sentence()).doesNotContain("Switch the application");
    }

    @Test
    void aSwapBackThatArrivesWhileAReleaseOpensTheTargetIsSaid() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(false);
        List<List<AliasChange>> held = new ArrayList<>();
        List<Request> asked = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before change") && held.isEmpty()) {
                held.add(run.cluster.calls.getLast());
                asked.add(run.ask(Request.Kind.RELEASE, Map.of()));
                throw new TimeoutException("nobody answers");
            }
            if (what.equals("before name") && !held.isEmpty()) {
                boolean _ = run.cluster.arrive(held.getFirst());
            }
        });
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(run.cluster.names(SOURCE)).contains("places");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.answer(asked.getFirst()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(asked.getFirst()).sentence())
                .startsWith("Not done: a rollback had moved production back before. Production is on 'cities' again.");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
