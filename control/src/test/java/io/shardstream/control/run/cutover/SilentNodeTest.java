package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.WriteBlock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A node takes a question under the write block and never answers it.
@Timeout(60)
class SilentNodeTest {
    private final CutoverFixture run = new CutoverFixture();
    private boolean isHeard;

    @Test
    void anAbortIsHeardBeforeTheNodeAnswers() throws Exception {
        Request cutover = cutOverIntoSilence(() -> run.ask(Request.Kind.ABORT, Map.of()));

        assertThat(run.answer(cutover).sentence()).contains("aborted by the operator");
    }

    @Test
    void theBlockEndsAfterMaxBlockedBeforeTheNodeAnswers() throws Exception {
        Request cutover = cutOverIntoSilence(() -> run.run.pass(Duration.ofMinutes(1)));

        assertThat(run.answer(cutover).sentence()).contains("longer than cutover.max-blocked");
    }

    @Test
    void aRollbackEndsAfterMaxBlockedBeforeTheNodeAnswers() throws Exception {
        CutoverFixture back = CutoverFixture.cutOver(false);
        back.once("before block", back.lost::fallSilent);
        Request rollback = back.ask(Request.Kind.ROLLBACK, Map.of());
        back.run.whileAsking(() -> {
            if (back.lost.isAskedInVain() && !isHeard) {
                isHeard = true;
                back.run.pass(Duration.ofMinutes(1));
            }
        });

        back.control();

        assertThat(back.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(back.answer(rollback).sentence()).contains("cutover.max-blocked");
        assertThat(back.cluster.writeBlock(CutoverFixture.TARGET)).isEqualTo(WriteBlock.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "before block, ABORT",
        "before block, MAX_BLOCKED",
        "before aliases, ABORT",
        "before hasBulks, ABORT",
        "before hasBulks, MAX_BLOCKED",
        "before change, MAX_BLOCKED"
    })
    void aRequestOfItsOwnThatIsNotAnsweredIsNotWaitedForEither(String call, End end) throws Exception {
        CutoverFixture watched = CutoverFixture.watched();
        Request cutover = watched.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean isBlocked = new AtomicBoolean();
        AtomicBoolean isSilent = new AtomicBoolean();
        watched.cluster.around(what -> {
            isBlocked.compareAndSet(false, what.equals("before block"));
            if (isBlocked.get() && what.equals(call) && isSilent.compareAndSet(false, true)) {
                sayNothing();
            }
        });
        watched.run.whileAsking(() -> {
            if (isSilent.get() && !isHeard) {
                isHeard = true;
                end.happen(watched);
            }
        });

        watched.control();

        assertThat(isHeard).as("a request was sent in vain").isTrue();
        assertThat(watched.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(watched.answer(cutover).sentence()).contains(end.sentence);
        assertThat(watched.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
        assertThat(watched.cluster.takesWrites(CutoverFixture.TARGET)).isTrue();
        assertThat(watched.cluster.names(CutoverFixture.TARGET)).contains("Shardstream-x");
    }

    @ParameterizedTest
    @EnumSource
    void aLookAtTheMappingUnderTheBlockIsNotWaitedForEither(End end) throws Exception {
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        AtomicBoolean isSilent = new AtomicBoolean();
        run.once("before block", () -> {
            run.run.source(0).index("late", "{}");
            run.mapping.look = () -> {
                isSilent.set(true);
                sayNothing();
            };
        });
        run.run.whileAsking(() -> {
            if (isSilent.get() && !isHeard) {
                isHeard = true;
                end.happen(run);
            }
        });

        run.control();

        assertThat(isHeard).as("the mapping was asked about in vain").isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.answer(cutover).sentence()).contains(end.sentence);
        assertThat(run.cluster.takesWrites(CutoverFixture.SOURCE)).isTrue();
    }

    enum End {
        ABORT("aborted by the operator"),
        MAX_BLOCKED("longer than cutover.max-blocked");

        private final String sentence;

        End(String sentence) {
            this.sentence = sentence;
        }

        void happen(CutoverFixture run) {
            switch (this) {
                case ABORT -> run.ask(Request.Kind.ABORT, Map.of());
                case MAX_BLOCKED -> run.run.pass(Duration.ofMinutes(1));
            }
        }
    }

    private static void sayNothing() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nobody waits for the answer any more", e);
        }
    }

    /// @param then what happens while the controller waits for an answer
    private Request cutOverIntoSilence(Runnable then) throws Exception {
        run.once("before hasBulks", run.lost::fallSilent);
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.run.whileAsking(() -> {
            if (run.lost.isAskedInVain() && !isHeard) {
                isHeard = true;
                then.run();
            }
        });

        run.control();

        assertThat(isHeard).as("a shard was asked in vain").isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(run.cluster.writeBlock(CutoverFixture.SOURCE)).isEqualTo(WriteBlock.NONE);
        assertThat(run.cluster.writeBlock(CutoverFixture.TARGET)).isEqualTo(WriteBlock.NONE);
        return cutover;
    }
}
