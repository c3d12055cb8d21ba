package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.run.block.OurBlocks;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a rollback counts is what the target has had since the comparison that the swap went by, whoever
/// wrote it.
class NumbersOfSwapTest {
    private final CutoverFixture run = new CutoverFixture();

    @Test
    void theNumbersThatAreNotedAreThoseThatWereCompared() throws Exception {
        run.cluster.around(what -> {
            if (what.equals("before change") && isDone(Cutover.STILL)) {
                run.run.target(0).index("client-1", "{}");
            }
        });
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        run.cluster.around(_ -> {});
        run.run.target(1).index("client-2", "{}");

        Request refused = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "1"));
        run.control();
        assertThat(run.answer(refused).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(refused).sentence()).contains("2 operations", "--lose-writes 2");

        Request accepted = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "2"));
        run.control();
        assertThat(run.answer(accepted).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// The target's own numbers show it, although a comparison has found both equal before.
    @Test
    void whatSomebodyWritesToTheTargetBetweenComparisonAndSwapIsComparedAgain() throws Exception {
        run.topic.onWrite(() -> {
            if (isDone(Cutover.LAST_COMPARISON)
                    && !isDone(Cutover.STILL)
                    && run.run.copied().get("theirs") == null) {
                run.run.target(0).write("theirs", null, 3, "{}");
            }
        });
        Request request = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();

        assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(request).sentence()).contains("'theirs' is foreign");
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.topic.said().of(SignedOff.KEY, SignedOff::decode)).isEmpty();
    }

    /// By force it would be blocked for as long as production may be, and never be found at rest.
    @ParameterizedTest
    @ValueSource(strings = {"no", "yes"})
    void aTargetWhosePrimaryMovesIsNotBegunWith(String force) throws Exception {
        run.run.target(1).move();
        Request request =
                run.ask(Request.Kind.CUTOVER, force.equals("yes") ? Map.of(Beginning.FORCE, "yes") : Map.of());
        run.control();

        assertThat(run.answer(request).sentence())
                .startsWith("Not cut over: the primary of cities-v2[1] is being moved to another node");
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(run.topic.said().all(Step.KEY_PREFIX, Step::decode))
                .extracting(Step::name)
                .doesNotContain("block writes to the source");
    }

    @Test
    void aRollbackWaitsForAPrimaryThatMovesBeforeItBlocksProduction() throws Exception {
        CutoverFixture back = CutoverFixture.cutOver(false);
        back.run.target(0).move();
        Request rollback = back.ask(Request.Kind.ROLLBACK, Map.of());
        back.control();

        assertThat(back.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(back.answer(rollback).sentence()).contains("cities-v2[0] is being moved", "--lose-writes all");
        assertThat(back.topic.said().all(Step.keyPrefix(rollback.id()), Step::decode))
                .extracting(Step::name)
                .doesNotContain(OurBlocks.OF_TARGET);

        Request all = back.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", "all"));
        back.control();
        assertThat(back.answer(all).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aRollbackCountsSettledNumbersUnderTheBlock() throws Exception {
        CutoverFixture back = CutoverFixture.cutOver(false);
        back.once("before block", () -> back.run.target(0).unsettled(1));
        back.run.whileSleeping(() -> {
            back.run.target(0).unsettled(0);
            back.run.target(0).index("late", "{}");
            back.run.whileSleeping(() -> {});
        });
        Request rollback = back.ask(Request.Kind.ROLLBACK, Map.of());
        back.control();

        assertThat(back.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(back.answer(rollback).sentence()).contains("1 operations", "--lose-writes 1");
    }

    @Test
    void aTargetThatHasLostOperationsSinceTheSwapIsNotCountedAsUnwritten() throws Exception {
        CutoverFixture back = CutoverFixture.cutOver(false);
        back.run.target(0).putBack(3);
        Request rollback = back.ask(Request.Kind.ROLLBACK, Map.of());
        back.control();

        assertThat(back.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(back.answer(rollback).sentence()).contains("shard 0", "restored", "--lose-writes all");
    }

    private boolean isDone(String step) {
        return run.topic.said().all(Step.KEY_PREFIX, Step::decode).stream()
                .anyMatch(one -> one.name().equals(step) && one.isDone());
    }
}
