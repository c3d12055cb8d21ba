package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Side;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Write blocks that operators, other runs or the cluster itself have set: a run takes back its own and no
/// other.
class ForeignBlockTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String BLOCKED_SINCE =
            "Not rolled back: somebody has begun to block writes to 'cities-v2'. If that block may go, lift it first:"
                    + " PUT /cities-v2/_settings {\"index.blocks.write\": null}.";

    private final CutoverFixture run = new CutoverFixture();

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "CUTOVER"})
    void aBlockThatSomebodyElseSetsAfterAnAbortedCutOverStays(Request.Kind next) throws Exception {
        abortUnderTheBlock();
        run.cluster.block(SOURCE, true);

        Request request = run.ask(next, Map.of());
        run.control();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.answer(request).sentence()).contains("has a write block", "somebody else has set");
    }

    /// A rollback of that run, whose block comes in place of one that found its name gone.
    @Test
    void aBlockThatAnotherRunSetsBetweenTwoTriesStays() throws Exception {
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.once("before block", () -> {
            moveMark("Shardstream-other-Block-docs-1-1");
            run.cluster.block(SOURCE, true);
        });
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence())
                .contains("index 'cities' has a write block that somebody else has set since the conditions were"
                        + " checked");
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly("Shardstream-other-Block-docs-1-1");
    }

    @Test
    void aBlockThatAnotherRunHasTakenOverIsNotLiftedByAnAbort() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        killAfter("block");
        moveMark("Shardstream-other-Block-docs-1-1");

        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.blockNames(SOURCE)).containsExactly("Shardstream-other-Block-docs-1-1");
    }

    @Test
    void aBlockThatAnEarlierRunOfThisNameHasSetIsNotLifted() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        killAfter("block");
        moveMark("Shardstream-x-Block-earlier-1-1");

        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// It may have been lifted and set again since.
    @Test
    void anAbortThatLeavesABlockSaysSo() throws Exception {
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        killAfter("block");
        moveMark("Shardstream-other-Block-docs-1-1");
        run.ask(Request.Kind.ABORT, Map.of());
        run.control();

        assertThat(run.answer(cutover).sentence())
                .contains("'cities' has a write block that this run did not set, as far as it can tell")
                .doesNotContain("Clients write");
    }

    @Test
    void aBlockThatWasThereBeforeAForcedCutOverIsThereAfterItsAbort() throws Exception {
        run.cluster.block(SOURCE, true);
        run.ask(Request.Kind.CUTOVER, Map.of("force", "yes"));
        abortAt("before hasBulks");
        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    /// A node that has just joined, or a role that was narrowed meanwhile.
    @Test
    void aBlockWhoseNameIsLeftOutOfAnAnswerIsStillTheRunsOwn() throws Exception {
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
        run.cluster.around(what -> {
            if (what.equals("before hasBulks") && looks.get() < 0) {
                looks.set(0);
                run.cluster.unseen.addAll(run.cluster.blockNames(SOURCE));
                run.ask(Request.Kind.ABORT, Map.of());
            }
            if (what.equals("after aliases") && looks.incrementAndGet() == 1) {
                run.cluster.unseen.clear();
            }
        });
        run.control();

        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void aBlockOfItsOwnThatHadToBeAskedForTwiceIsLiftedAllTheSame() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.unconfirming = 1;
        abortAt("before hasBulks");
        run.control();

        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "CUTOVER", "RELEASE"})
    void aBlockThatSomebodyElseSetsOnTheTargetAfterARefusedRollbackStays(Request.Kind next) throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("before block", () -> run.run.target(0).index("client", "{}"));
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        run.cluster.block(TARGET, true);

        run.ask(next, Map.of());
        run.control();

        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
    }

    @Test
    void aBlockThatSomebodyElseSetsOnTheTargetAfterTheSwapStaysAndIsSaid() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains("Shardstream-x-Live")) {
                run.cluster.block(TARGET, true);
            }
        });
        run.control();

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.answer(request).sentence())
                .contains("'cities-v2' has a write block that somebody else has set: lift it");
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    /// While the rollback looks and counts, and has not blocked it yet.
    @Test
    void aBlockThatSomebodyElseSetsOnTheTargetWhileARollbackLooksIsLeftAndSaid() throws Exception {
        int calls = CutoverFixture.cutOver(false).callsOf(Request.Kind.ROLLBACK);
        int told = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture cutOver = CutoverFixture.cutOver(false);
            AtomicInteger count = new AtomicInteger();
            AtomicBoolean isSet = new AtomicBoolean();
            int last = call;
            cutOver.cluster.around(_ -> {
                boolean isOwn = cutOver.topic
                        .said()
                        .of(OwnBlock.key(Side.TARGET), OwnBlock::decode)
                        .isPresent();
                if (count.incrementAndGet() == last && !isOwn) {
                    isSet.set(true);
                    cutOver.cluster.block(TARGET, true);
                }
            });
            Answer answer = cutOver.answerTo(Request.Kind.ROLLBACK, Map.of());
            if (isSet.get()) {
                assertThat(cutOver.cluster.takesWrites(TARGET))
                        .as("set at call " + call + ": " + answer.sentence())
                        .isFalse();
                told += answer.sentence().equals(BLOCKED_SINCE) ? 1 : 0;
            }
        }
        assertThat(told).isPositive();
    }

    @Test
    void productionIsNotSwitchedToATargetThatSomebodyElseHasBlocked() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);
        run.cluster.around(what -> {
            if (what.equals("after unblock")) {
                looks.updateAndGet(seen -> Math.max(seen, 0));
            }
            // The first look is of whoever has just lifted the run's own block.
            if (what.equals("before writeBlock") && looks.incrementAndGet() == 2) {
                run.cluster.block(TARGET, true);
            }
        });
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("target index 'cities-v2' has a write block that somebody else has set");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
    }

    @Test
    void aBlockThatAnOperatorLiftedWhileNobodyControlledTheRunIsNotSetAgain() throws Exception {
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        killAfter("settle");
        run.cluster.block(SOURCE, false);
        run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence())
                .contains("the write block of 'cities' was lifted while nobody controlled the run");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    @Test
    void aBlockThatACutOverThatIsOverHasLeftIsLiftedByWhoeverControlsTheRun() throws Exception {
        leaveBlocks();
        run.control();

        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.topic.said().of(OwnBlock.key(Side.SOURCE), OwnBlock::decode))
                .isEmpty();
    }

    @Test
    void aBlockThatACutOverThatIsOverHasLeftIsNotTakenForSomebodyElsesByTheNextOne() throws Exception {
        leaveBlocks();
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome())
                .as(run.answer(request).sentence())
                .isEqualTo(Answer.Outcome.DONE);
    }

    /// What cannot be lifted at once is the run's own all the same.
    @Test
    void aBlockThatIsLeftAndCannotBeLiftedYetIsNotSaidToBeSomebodyElses() throws Exception {
        leaveBlocks();
        run.cluster.nameStatus = 503;
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(request).sentence())
                .contains("which an earlier cut-over of this run has left", "'abort' lifts it")
                .doesNotContain("somebody else");
    }

    private void leaveBlocks() throws Exception {
        assertThat(new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                        .sourceBlock()
                        .set())
                .isPresent();
        assertThat(new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster)
                        .targetBlock()
                        .set())
                .isPresent();
    }

    @Test
    void aBlockIsWrittenDownBeforeItIsSetAndTakenOutWhenItIsLifted() throws Exception {
        NamedBlock block = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster).sourceBlock();
        run.cluster.around(what -> {
            if (what.equals("before block")) {
                assertThat(block(Side.SOURCE)).isTrue();
            }
            if (what.equals("before unblock")) {
                assertThat(block(Side.SOURCE)).isTrue();
            }
        });
        assertThat(block.set()).isPresent();
        assertThat(block.lift()).isTrue();
        assertThat(block(Side.SOURCE)).isFalse();
    }

    private boolean block(Side side) {
        return run.topic.said().of(OwnBlock.key(side), OwnBlock::decode).isPresent();
    }

    private void abortUnderTheBlock() throws Exception {
        run.ask(Request.Kind.CUTOVER, Map.of());
        abortAt("before hasBulks");
        run.control();
        run.cluster.around(_ -> {});
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    private void abortAt(String when) {
        run.once(when, () -> run.ask(Request.Kind.ABORT, Map.of()));
    }

    /// The controller is killed when the source is blocked, before or after that is written down as done.
    private void killAfter(String moment) {
        String call = moment.equals("block") ? "after block" : "before change";
        run.cluster.around(what -> {
            if (what.equals(call)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
    }

    private void moveMark(String to) {
        String from = run.cluster.blockNames(SOURCE).iterator().next();
        assertThat(run.cluster.arrive(
                        List.of(new AliasChange.Remove(SOURCE, from), new AliasChange.Add(SOURCE, Alias.plain(to)))))
                .isTrue();
    }
}
