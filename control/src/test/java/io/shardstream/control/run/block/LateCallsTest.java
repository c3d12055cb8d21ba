package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.Cutover;
import io.shardstream.control.run.cutover.CutoverFixture;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.DeposedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// Calls that are carried out late, without an answer, not by every node, or by a controller that was deposed.
class LateCallsTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;

    private final CutoverFixture run = new CutoverFixture();

    @Test
    void aSwapOfAnAbortedCutOverDoesNotSwitchInTheNextOneOfTheSameController() throws Exception {
        ControllerEpoch term = run.term(run.topic.journal());
        run.ask(Request.Kind.CUTOVER, Map.of());
        List<List<AliasChange>> held = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                held.add(run.cluster.calls.getLast());
                run.ask(Request.Kind.ABORT, Map.of());
                throw new TimeoutException("held");
            }
        });
        run.control(term);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();

        Request again = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                assertThat(run.cluster.arrive(held.getFirst())).isFalse();
            }
        });
        run.control(term);

        assertThat(run.answer(again).outcome()).isEqualTo(Answer.Outcome.DONE);
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(signed.target()).hasSize(2);
    }

    @Test
    void aTargetWhoseNumbersAtTheSwapAreNotKnownIsNotRolledBack() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        CutoverNotes notes =
                run.topic.said().of(CutoverNotes.KEY, CutoverNotes::decode).orElseThrow();
        run.topic.say(CutoverNotes.KEY, notes.withTarget(List.of()).encode());
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.control();

        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence()).contains("not known");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void aControllerThatWakesUpWhileTheRunFollowsDoesNotOpenTheFenceOfItsSuccessor() throws Exception {
        assertThat(run.cluster.arrive(move("Shardstream-x", "Shardstream-x-Swap-docs-9-9")))
                .isTrue();
        Step told = new Step("c-9", 9, 1, Cutover.FENCE, false, "", Instant.EPOCH);
        run.topic.say(told.key(), told.encode());
        ControllerEpoch frozen = run.term(run.topic.journal());
        run.cluster.around(what -> {
            if (what.equals("after find")) {
                run.cluster.around(_ -> {});
                run.term(run.topic.journal());
            }
        });
        assertThatThrownBy(() -> run.control(frozen)).isInstanceOf(DeposedException.class);
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-9-9");
    }

    @Test
    void aControllerThatWakesUpWhileItAbortsDoesNotOpenTheFenceOfItsSuccessor() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                run.ask(Request.Kind.ABORT, Map.of());
                run.cluster.around(later -> {
                    if (later.equals("before change")) {
                        run.cluster.around(_ -> {});
                        run.term(run.topic.journal());
                        assertThat(run.cluster.arrive(
                                        move("Shardstream-x-Swap-docs-2-1", "Shardstream-x-Swap-docs-3-1")))
                                .isTrue();
                    }
                });
                throw new TimeoutException("asked again");
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(DeposedException.class);
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-3-1");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// It had looked whether a swap was told, and none was.
    @Test
    void aControllerThatWakesUpAsItLiftsTheBlockDoesNotOpenTheSourceAfterTheSwapOfItsSuccessor() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean leaving = new AtomicBoolean();
        run.once("before hasBulks", () -> {
            leaving.set(true);
            run.cluster.around(what -> {
                if (what.equals("before unblock")) {
                    run.cluster.around(_ -> {});
                    controlMeanwhile();
                }
            });
            throw new TimeoutException("asked again");
        });
        assertThatThrownBy(() -> run.control(run.term(run.topic.journal(), leaving::get)))
                .isInstanceOf(DeposedException.class);

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.names(TARGET)).contains("places");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private void controlMeanwhile() {
        try {
            run.control();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aFenceOfWhichNotEveryNodeHasHeardIsPutThereAgain() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.unacknowledged = 1;
        run.cluster.around(what -> {
            if (what.equals("before hasBulks")) {
                assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Swap-docs-2-3");
            }
        });
        run.control();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    @Test
    void aTokenThatIsGoneIsNotWaitedForToTheDeadline() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change") && isSwap(run.cluster.calls.getLast())) {
                run.cluster.around(_ -> {});
                assertThat(run.cluster.arrive(move("Shardstream-x-Swap-docs-2-1", "Shardstream-x-Swap-docs-1-9")))
                        .isTrue();
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DONE);
        SignedOff signed = run.topic.said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
        assertThat(Duration.ofMillis(signed.blockedMillis())).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void aBlockOfTheSourceThatArrivesAfterAnAbortChangesNothing() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        killAt("before block");
        String through = run.cluster.lastThrough();
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.cluster.block(SOURCE, through)).isFalse();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aControllerThatWasFrozenNeitherSetsNorLiftsTheBlockOfALaterOne() throws Exception {
        Sides frozen = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster);
        Sides now = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster);
        assertThat(now.sourceBlock().set()).isPresent();
        assertThat(now.sourceBlock().lift()).isTrue();
        assertThatThrownBy(frozen.sourceBlock()::set).isInstanceOf(DeposedException.class);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        assertThat(now.sourceBlock().set()).isPresent();
        assertThatThrownBy(frozen.sourceBlock()::liftUntold).isInstanceOf(DeposedException.class);
        assertThat(frozen.sourceBlock().withoutKafka().liftUntold()).isFalse();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void aNameThatSomebodyElsePutThereMeanwhileKeepsABlockFromBeingSet() throws Exception {
        NamedBlock block = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster).sourceBlock();
        run.cluster.around(what -> {
            if (what.equals("before name")) {
                run.cluster.arrive(List.of(new AliasChange.Add(SOURCE, Alias.plain("Shardstream-x-Block-1-7"))));
            }
        });
        assertThat(block.set()).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        run.cluster.around(_ -> {});
        assertThat(block.set()).isPresent();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    @Test
    void aSwapBackThatArrivesAfterTheRollbackWasRefusedChangesNothing() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.ask(Request.Kind.ROLLBACK, Map.of());
        run.cluster.around(what -> {
            if (what.equals("before change")) {
                throw new Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(Killed.class);
        List<AliasChange> swapBack = run.cluster.calls.getLast();
        run.cluster.around(_ -> {});
        run.run.target(0).index("client", "{}");
        run.control();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();

        assertThat(run.cluster.arrive(swapBack)).isFalse();
        assertThat(run.cluster.names(TARGET)).contains("Shardstream-x-Live");
    }

    /// A controller that is killed.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    private void killAt(String moment) {
        run.cluster.around(what -> {
            if (what.equals(moment)) {
                throw new Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(Killed.class);
        run.cluster.around(_ -> {});
    }

    private static List<AliasChange> move(String from, String to) {
        return List.of(new AliasChange.Remove(TARGET, from), new AliasChange.Add(TARGET, Alias.plain(to)));
    }

    private static boolean isSwap(List<AliasChange> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }
}
