package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A target that does not take what the source's mapping has, such as one whose limits were lowered.
class LastMappingTest {
    private static final String REFUSAL = "the target refuses a change of its mapping: Limit of total fields [1000]";

    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void follow() {
        run.mapping.isFollowed = true;
    }

    @Test
    void productionIsNotBlockedForATargetThatIsKnownNotToTakeIt() throws Exception {
        run.mapping.trouble = REFUSAL;
        run.cluster.around(what -> assertThat(what).isNotIn("before block", "before change"));
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of("force", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(answer.sentence()).contains("mapping of target index 'cities-v2'", REFUSAL, "see to that first");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void whatIsOnItsWayIsWaitedFor() throws Exception {
        run.mapping.trouble = "later";
        run.run.whileSleeping(() -> {
            run.run.copy();
            run.mapping.trouble = "";
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void aCutOverThatWaitedForItInVainSaysSo() throws Exception {
        run.once("before block", () -> run.mapping.trouble = REFUSAL);
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isNotEqualTo(Answer.Outcome.DONE);
        assertThat(answer.sentence()).contains("cutover.max-blocked", REFUSAL);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void nobodyWaitsUnderTheBlockForWhatTheTargetRefuses() throws Exception {
        run.once("before block", () -> {
            run.mapping.trouble = REFUSAL;
            run.mapping.isRefused = true;
        });
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of());
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains(REFUSAL).doesNotContain("cutover.max-blocked");
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    /// Once more behind it, as a process that was started meanwhile may have kept new fields out again.
    @Test
    void theTargetTakesNewFieldsAsTheSourceDoesWhenProductionComes() throws Exception {
        List<Integer> atSwap = new ArrayList<>();
        run.cluster.around(what -> {
            if (what.equals("after change")
                    && run.cluster.names(CutoverFixture.TARGET).contains("Shardstream-x-Live")) {
                atSwap.add(run.mapping.opened);
            }
        });
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(atSwap.getFirst()).isPositive();
        assertThat(run.mapping.opened).isGreaterThan(atSwap.getFirst());
    }

    @Test
    void aRunIsGivenUpThoughTheTargetTakesNoFieldsAgain() throws Exception {
        run.mapping.refusal = REFUSAL;
        Answer answer = run.answerTo(Request.Kind.ABORT, Map.of("run", "yes"));
        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.DIFFERENT);
        assertThat(answer.sentence())
                .startsWith("The run is given up.")
                .contains("'cities-v2' still takes no new fields", REFUSAL, "'dynamic'");
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
