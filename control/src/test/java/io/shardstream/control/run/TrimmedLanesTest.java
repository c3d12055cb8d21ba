package io.shardstream.control.run;

import static io.shardstream.control.run.RunWorkFixture.HALF;
import static io.shardstream.control.run.RunWorkFixture.WHOLE;
import static io.shardstream.control.run.RunWorkFixture.verified;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.TrimmedLanes;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import io.shardstream.control.state.controller.RunStage;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How far lanes are trimmed.
class TrimmedLanesTest {
    private final RunWorkFixture fixture = new RunWorkFixture();
    private final MemoryTopic topic = fixture.topic;

    @Test
    void theLanesAreTrimmedUntilTheCutOverBegins() throws Exception {
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        assertThat(fixture.trimmed).containsExactly(HALF.committed());
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.now = fixture.now.plusSeconds(61);
        fixture.look(work, term);
        assertThat(fixture.trimmed).containsExactly(HALF.committed(), WHOLE.committed());

        fixture.state = HALF;
        term.enter(new RunStage.CatchingUp("").cutOver());
        fixture.now = fixture.now.plusSeconds(61);
        fixture.look(work, term);
        assertThat(fixture.trimmed).hasSize(2);
    }

    @Test
    void whatIsTrimmedIsInTheControlTopicAndNeverFalls() throws Exception {
        ControllerEpoch term = fixture.term();
        String docs = RunStates.PLAN.docsTopicId();
        topic.say(TrimmedLanes.key(0), new TrimmedLanes(docs, 0, List.of(1L, 400L)).encode());
        RunWork work = fixture.work(true);
        fixture.look(work, term);
        assertThat(fixture.trimmed).containsExactly(HALF.committed());
        assertThat(topic.said().trimmedBelow(docs, 0)).isEqualTo(5);
        assertThat(topic.said().trimmedBelow(docs, 1)).isEqualTo(400);
        assertThat(topic.said().trimmedBelow("another", 0)).isZero();

        topic.say(TrimmedLanes.key(0), new TrimmedLanes("another", 0, List.of(900L, 900L)).encode());
        term.request();
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.now = fixture.now.plusSeconds(61);
        fixture.look(work, term);
        assertThat(topic.said().trimmedBelow(docs, 0)).isEqualTo(10);
        assertThat(topic.said().trimmedBelow(docs, 1)).isEqualTo(5);
    }

    @Test
    void aVerificationOfAnotherDocsTopicSaysNothingAboutThisOne() throws Exception {
        fixture.trim = Trim.VERIFIED;
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        topic.say(Verified.KEY, verified("another", fixture.now));
        fixture.look(work, term);
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        assertThat(fixture.trimmed).isEmpty();
        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), fixture.now));
        term.request();
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        assertThat(fixture.trimmed).containsExactly(List.of(3L, 0L));
    }

    @Test
    void whatIsVerifiedAfterTheTargetWasRestoredIsTrimmedAgain() throws Exception {
        fixture.trim = Trim.VERIFIED;
        fixture.target =
                new TargetState(fixture.target.problem(), fixture.target.shape(), new TargetHistories(List.of("a")));
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.state = WHOLE;
        fixture.look(work, term);
        fixture.target =
                new TargetState(fixture.target.problem(), fixture.target.shape(), new TargetHistories(List.of("x")));
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        assertThat(topic.said().blocked()).hasSize(1);
        topic.say(Pause.KEY, null);
        topic.say(Blocked.key(Blocked.TARGET), null);
        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), fixture.now));
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        assertThat(fixture.trimmed).containsExactly(List.of(3L, 3L));
    }
}
