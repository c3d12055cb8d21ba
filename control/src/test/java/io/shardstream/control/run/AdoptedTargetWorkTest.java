package io.shardstream.control.run;

import static io.shardstream.control.run.RunWorkFixture.NOW_TERMS;
import static io.shardstream.control.run.RunWorkFixture.WHOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A target that the run has adopted is compared before the copy counts as complete.
class AdoptedTargetWorkTest {
    private final RunWorkFixture fixture = new RunWorkFixture();
    private final MemoryTopic topic = fixture.topic;
    private final MemoryRun run = fixture.run;

    /// Documents that the lost run had not written, had written in an older state, and of which it had not
    /// carried the deletion out.
    @Test
    void anAdoptedTargetIsMendedBeforeTheCopyCountsAsComplete() throws Exception {
        adopted();
        run.source(0).index("old", "{\"n\":1}");
        run.source(0).index("gone", "{}");
        run.copy();
        run.source(0).index("old", "{\"n\":2}");
        run.source(1).index("missing", "{}");
        run.source(0).delete("gone");
        run.copyAbove(Long.MAX_VALUE);
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        fixture.look(fixture.work(true), term);
        assertThat(topic.said().isIn(Phase.CATCHING_UP)).isTrue();
        assertThat(run.copied()).containsOnlyKeys("old", "missing").containsEntry("old", "{\"n\":2}");
        assertThat(topic.said().of(Adopted.KEY, Adopted::decode)).contains(new Adopted(Instant.EPOCH, 2, true, 3));
        assertThat(topic.said().of(SourceTerms.KEY, SourceTerms::decode)).contains(NOW_TERMS);
    }

    @Test
    void anAdoptedTargetThatHoldsWhatNobodyKnowsBlocksTheRun() {
        adopted();
        run.targetOf("strange").write("strange", null, 7, "{}");
        run.copy();
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        assertThatThrownBy(() -> fixture.look(fixture.work(true), term))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("holds 1 document that this run can neither explain nor mend")
                .hasMessageContaining("'strange' is foreign");
        assertThat(topic.said().isIn(Phase.BACKFILL)).isTrue();
    }

    /// Numbers may have been given out twice before the run began.
    @Test
    void bytesOfAnAdoptedTargetAreComparedWhereTheTermHasChangedSinceItWasMade() throws Exception {
        adopted();
        fixture.whole = Set.of(0, 1);
        for (int i = 0; i < 3000; i++) {
            run.source(0).index("d" + i, "{}");
        }
        run.copy();
        run.targetOf("d77").write("d77", null, run.word(0, 77), "{\"other\":1}");
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        fixture.look(fixture.work(true), term);
        assertThat(run.copied()).containsEntry("d77", "{}");
    }

    @Test
    void anAdoptedTargetIsNotComparedWhileTheRunIsPaused() throws Exception {
        adopted();
        topic.say(Pause.KEY, new Pause("wait", Instant.EPOCH).encode());
        run.copy();
        fixture.state = WHOLE;
        ControllerEpoch term = fixture.term();
        fixture.look(fixture.work(false), term);
        assertThat(fixture.endings).isZero();
        topic.say(Pause.KEY, null);
        fixture.look(fixture.work(false), term);
        assertThat(fixture.endings).isEqualTo(1);
    }

    @Test
    void anAdoptedTargetIsComparedOnce() throws Exception {
        adopted();
        run.copy();
        fixture.state = WHOLE;
        fixture.targetIsAway = true;
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(false);
        fixture.look(work, term);
        int before = run.records();
        run.source(0).index("later", "{}");
        fixture.targetIsAway = false;
        fixture.look(work, term);
        assertThat(fixture.endings).isEqualTo(2);
        assertThat(run.records()).isEqualTo(before);
    }

    private void adopted() {
        topic.say(Adopted.KEY, Adopted.begun(Instant.EPOCH, 2).encode());
    }
}
