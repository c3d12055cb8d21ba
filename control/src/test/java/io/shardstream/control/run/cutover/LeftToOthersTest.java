package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// A controller is killed at each of its calls to the servers, and what it left is ended by one that takes
/// over only for that.
class LeftToOthersTest {
    private static final String SOURCE = CutoverFixture.SOURCE;
    private static final String TARGET = CutoverFixture.TARGET;
    private static final String WHY = "the process that controlled the run was gone, so the reader ended it";

    /// The call may have moved the applications, whatever becomes of its controller.
    @Test
    void whileOnSwapIsCalledNothingIsLeftToOthers() throws Exception {
        List<CutoverFixture> runs = new ArrayList<>();
        List<Boolean> areLeft = new ArrayList<>();
        CutoverFixture run = new CutoverFixture(false, _ -> {
            ControlRecords said = runs.getFirst().topic.said();
            assertThat(RefusedWrites.of(said)).isPresent();
            areLeft.add(LeftWrites.areRefused(said));
        });
        runs.add(run);
        Request _ = run.ask(Request.Kind.CUTOVER, Map.of());

        run.control();

        assertThat(areLeft).containsExactly(false);
    }

    @Test
    void aCutOverThatWasLeftWithWritesBlockedIsTakenBackOrFinished() throws Exception {
        int calls = new CutoverFixture(false).callsOf(Request.Kind.CUTOVER);
        int aborted = 0;
        int done = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = new CutoverFixture(false);
            Request request = run.ask(Request.Kind.CUTOVER, Map.of());
            AtomicBoolean isSwapped = new AtomicBoolean();
            run.kill(call, _ -> isSwapped.set(run.cluster.names(TARGET).contains("places")));
            if (!LeftWrites.areRefused(run.topic.said())) {
                continue;
            }
            takeBack(run);
            Answer answer = run.answer(request);
            boolean isOnTarget = run.cluster.names(TARGET).contains("places");
            assertThat(isOnTarget).as("killed at call " + call).isEqualTo(run.isIn(Phase.COMPLETED));
            if (isSwapped.get()) {
                assertThat(isOnTarget).as("killed at call " + call).isTrue();
            }
            assertThat(run.cluster.takesWrites(isOnTarget ? TARGET : SOURCE))
                    .as("killed at call " + call)
                    .isTrue();
            if (isOnTarget) {
                done++;
            } else {
                aborted++;
                assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
                assertThat(answer.sentence()).contains(WHY, "Clients write to 'cities' again");
                assertThat(run.topic.said().phase().map(RunPhase::why).orElse(""))
                        .contains("the last cut-over was aborted: " + WHY);
                assertThat(run.cluster.names(TARGET)).contains("Shardstream-x");
            }
        }
        assertThat(aborted).isPositive();
        assertThat(done).isPositive();
    }

    @Test
    void aRollbackThatWasLeftWithWritesBlockedIsGivenUpOrFinished() throws Exception {
        int calls = CutoverFixture.cutOver(false).callsOf(Request.Kind.ROLLBACK);
        int refused = 0;
        int done = 0;
        for (int call = 1; call <= calls; call++) {
            CutoverFixture run = CutoverFixture.cutOver(false);
            Request request = run.ask(Request.Kind.ROLLBACK, Map.of());
            run.kill(call, _ -> {});
            if (!LeftWrites.areRefused(run.topic.said())) {
                continue;
            }
            // What has not been blocked is not blocked once more.
            run.cluster.around(what -> assertThat(what).isNotEqualTo("before block"));
            takeBack(run);
            boolean isOnSource = run.cluster.names(SOURCE).contains("places");
            assertThat(run.cluster.takesWrites(isOnSource ? SOURCE : TARGET))
                    .as("killed at call " + call)
                    .isTrue();
            if (isOnSource) {
                done++;
                assertThat(run.isIn(Phase.ABORTED)).isTrue();
            } else {
                refused++;
                assertThat(run.answer(request).outcome()).isEqualTo(Answer.Outcome.REFUSED);
                assertThat(run.answer(request).sentence()).contains("Not rolled back: " + WHY);
            }
        }
        assertThat(refused).isPositive();
        assertThat(done).isPositive();
    }

    /// What a rollback asks first is no matter any more: production waits.
    @Test
    void aTargetThatWasLeftBlockedIsFreedWithoutAWordFromTheSource() throws Exception {
        CutoverFixture run = CutoverFixture.cutOver(true);
        Request request = run.ask(Request.Kind.ROLLBACK, Map.of());
        run.once("after block", () -> {
            throw new CutoverFixture.Killed();
        });
        assertThatThrownBy(run::control).isInstanceOf(CutoverFixture.Killed.class);
        run.cluster.around(_ -> {});
        run.sourceCluster.away(SOURCE, true);
        Instant before = run.run.instant();
        takeBack(run);
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.answer(request).sentence()).contains("Not rolled back: " + WHY);
        assertThat(run.run.instant()).as("by the model's clock").isBefore(before.plusSeconds(5));
    }

    private static void takeBack(CutoverFixture run) throws Exception {
        run.control(run.termToTakeBack(WHY));
        assertThat(LeftWrites.areRefused(run.topic.said())).isFalse();
    }
}
