package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.block.FailedHook;
import io.shardstream.control.run.clean.Necessity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Source and target are two clusters, and the one that production has left is gone for good.
class GoneClusterTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String LIVE = "Shardstream-x-Live";
    private static final String RETURNED = "Shardstream-x-Returned";

    private final List<String> called = new ArrayList<>();

    @Test
    void theEndOfACutOverDoesNotAskTheSourcesClusterWhichOneItIs() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        Request cutover = cutOverAndLoseSource(run);

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(cutover).sentence())
                .contains("Switch the application to the target cluster now: until then its writes are refused.");
    }

    @Test
    void whereNobodyHasNotedWhichClustersTheyAreThatIsAskedForAWhileOnly() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.forgetClusters();
        Request cutover = cutOverAndLoseSource(run);

        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(cutover).sentence())
                .contains("Whether the application must be switched could not be seen (no answer within 60 s")
                .endsWith("make sure that it uses 'cities-v2'.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsCalledBehindTheSwapDoesNotWaitForTheSourcesCluster(boolean areNoted) throws Exception {
        CutoverFixture run = new CutoverFixture(true, record -> called.add(new String(record, StandardCharsets.UTF_8)));
        if (!areNoted) {
            run.forgetClusters();
        }
        Request cutover = cutOverAndLoseSource(run);

        assertThat(called).hasSize(1);
        assertThat(called.getFirst()).contains("\"source_cluster\":\"" + (areNoted ? "other" : "") + "\"");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(cutover).sentence()).contains("Production is on 'cities-v2'");
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
    }

    @Test
    void productionIsNotGivenBackToASourceThatIsGone() throws Exception {
        CutoverFixture run = new CutoverFixture(true, _ -> {
            throw FailedHook.because("no");
        });
        Request cutover = cutOverAndLoseSource(run);

        assertThat(run.cluster.names(TARGET)).contains("places", "search", LIVE);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        assertThat(run.answer(cutover).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(cutover).sentence()).contains("It could not be taken back any more, though");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "all"})
    void aRollbackEndsWhenTheTargetIsGoneAndSaysWhatWasNotCounted(String accepted) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(RETURNED)) {
                loseTarget(run);
            }
        });
        run.endless();
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of("lose-writes", accepted));
        run.control();

        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.answer(rollback).sentence())
                .startsWith(
                        "Production is on 'cities' again, but the operations that clients wrote to 'cities-v2' since"
                                + " the swap cannot be counted once more (no answer within 60 s")
                .contains("Switch the application to the source cluster now");
    }

    /// Another controller goes on with it.
    @ParameterizedTest
    @ValueSource(strings = {"ROLLBACK", "ABORT"})
    void aTargetThatIsGoneIsNotAskedWhetherProductionHasGoneBackIfThatWasSeen(Request.Kind next) throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        Request rollback = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.sourceCluster.around(what -> {
            if (run.cluster.names(TARGET).contains(RETURNED)) {
                throw new CutoverFixture.Killed();
            }
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.sourceCluster.around(_ -> {});
        loseTarget(run);
        run.endless();
        if (next != Request.Kind.ROLLBACK) {
            run.ask(next, Map.of());
        }
        run.control();

        assertThat(run.sourceCluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
    }

    @Test
    void aReleaseDoesNotWaitForASourceThatIsGone() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        run.sourceCluster.away(SOURCE, true);
        run.endless();
        assertReleased(run, "The source cluster cannot be asked what has become of 'cities'");
    }

    @Test
    @Timeout(60)
    void aReleaseDoesNotWaitForASourceThatTakesQuestionsAndSaysNothing() throws Exception {
        CutoverFixture run = CutoverFixture.watched(true);
        run.cutOver();
        AtomicBoolean isAsked = new AtomicBoolean();
        run.sourceCluster.around(_ -> {
            isAsked.set(true);
            sayNothing();
        });
        run.run.whileAsking(() -> {
            if (isAsked.get()) {
                run.run.pass(Duration.ofSeconds(1));
            }
        });
        assertReleased(run, "The source cluster cannot be asked what has become of 'cities': no answer within 10 s");
    }

    /// Its call is carried out, the answer is lost, and the cluster does not answer any more.
    @Test
    void aReleaseWhoseLastAnswerIsLostSaysThatTheWayBackIsGivenUp() throws Exception {
        CutoverFixture run = new CutoverFixture(true);
        run.endless();
        run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        run.cluster.around(what -> {
            if (what.equals("after change") && !run.cluster.names(TARGET).contains(LIVE)) {
                run.cluster.away(TARGET, true);
                throw new TimeoutException("the answer is lost");
            }
        });

        Answer answer = run.answerTo(Request.Kind.RELEASE, Map.of());

        assertThat(answer.sentence())
                .startsWith("The way back is given up.")
                .contains("It is not known whether 'cities-v2' still has the alias '" + LIVE + "' of this run: ");
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(Necessity.of("x", run.topic.said())).isEmpty();
        run.cluster.around(_ -> {});
        run.cluster.away(TARGET, false);
        assertThat(run.answerTo(Request.Kind.ROLLBACK, Map.of()).outcome()).isEqualTo(Answer.Outcome.REFUSED);
    }

    private static void assertReleased(CutoverFixture run, String sentence) throws Exception {
        Request release = run.ask(Request.Kind.RELEASE, Map.of());
        run.control();
        assertThat(run.answer(release).sentence())
                .startsWith("The way back is given up.")
                .contains(sentence, "Look at it before you delete it.");
        // Whether it was written since it was copied is not known.
        assertThat(run.answer(release).outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(run.cluster.names(TARGET)).doesNotContain(LIVE);
    }

    private static void sayNothing() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("nobody waits for the answer any more", e);
        }
    }

    private static Request cutOverAndLoseSource(CutoverFixture run) throws Exception {
        run.cluster.around(what -> {
            if (what.equals("after change") && run.cluster.names(TARGET).contains(LIVE)) {
                run.sourceCluster.away(SOURCE, true);
            }
        });
        run.endless();
        Request cutover = run.ask(Request.Kind.CUTOVER, Map.of());
        run.control();
        return cutover;
    }

    private static void loseTarget(CutoverFixture run) {
        run.cluster.away(TARGET, true);
        run.lost.lose(0);
        run.lost.lose(1);
    }
}
