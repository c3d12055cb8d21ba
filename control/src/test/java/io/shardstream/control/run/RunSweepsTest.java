package io.shardstream.control.run;

import static io.shardstream.control.run.RunWorkFixture.WHOLE;
import static io.shardstream.control.run.RunWorkFixture.verified;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/// When a run is swept, and what goes on while a sweep lasts.
class RunSweepsTest {
    private final RunWorkFixture fixture = new RunWorkFixture();
    private final MemoryTopic topic = fixture.topic;
    private final MemoryRun run = fixture.run;

    @Test
    void aTargetThatIsChangedIsNoticedWhileASweepLasts() throws Exception {
        topic.say(TargetShape.KEY, fixture.target.shape().encode());
        ControllerEpoch term = fixture.following();
        duringSweep(() -> {
            fixture.target =
                    new TargetState(Optional.of("It has a pipeline."), fixture.target.shape(), TargetHistories.NONE);
            fixture.now = fixture.now.plusSeconds(10);
        });
        fixture.look(fixture.work(true), term);

        assertThat(topic.said().blocked()).hasSize(1);
    }

    @Test
    void tooManyRejectsStopARunWhileASweepLasts() throws Exception {
        fixture.most = OptionalInt.of(0);
        ControllerEpoch term = fixture.following();
        duringSweep(() -> {
            fixture.state = new RunState(WHOLE.plan(), WHOLE.checkpoints(), WHOLE.ends(), WHOLE.committed(), 1);
            fixture.now = fixture.now.plusSeconds(1);
        });
        fixture.look(fixture.work(true), term);

        assertThat(topic.said().blocked()).hasSize(1);
    }

    @Test
    void theLanesAreTrimmedWhileASweepLasts() throws Exception {
        ControllerEpoch term = fixture.following();
        duringSweep(() -> fixture.now = fixture.now.plusSeconds(10));
        List<List<Long>> meanwhile = new ArrayList<>();
        run.whileAsking(() -> meanwhile.addAll(fixture.trimmed));
        fixture.look(fixture.work(true), term);

        assertThat(meanwhile).contains(WHOLE.committed());
    }

    @Test
    void aSweepGivesWayToWhatSomebodyAsksFor() throws Exception {
        ControllerEpoch term = fixture.following();
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        duringSweep(() -> {
            topic.say(Request.KEY, new Request("r", Request.Kind.CUTOVER, Map.of(), fixture.now).encode());
            fixture.now = fixture.now.plusSeconds(1);
        });
        fixture.look(fixture.work(true), term);

        assertThat(run.target(0).documents()).containsKey("a");
    }

    @Test
    void aSlowAnswerOfKafkaDoesNotEndASweep() throws Exception {
        ControllerEpoch term = fixture.following();
        run.source(0).index("a", "{}");
        run.copy();
        run.source(0).delete("a");
        run.copy();
        duringSweep(() -> {
            fixture.kafkaFailure = new TimeoutException("no answer within 5 s");
            fixture.now = fixture.now.plusSeconds(31);
        });
        fixture.look(fixture.work(true), term);

        assertThat(run.copied()).isEmpty();
    }

    /// Happens once, when a sweep asks for the first time.
    private void duringSweep(Runnable action) {
        AtomicBoolean isOver = new AtomicBoolean();
        run.source(0).before(call -> {
            if (call.equals("deletes") && isOver.compareAndSet(false, true)) {
                action.run();
            }
        });
    }

    @Test
    void nothingIsSweptWhileTheLimitsDoNotLetASweepBegin() throws Exception {
        run.source(0).index("gone", "{}");
        run.copy();
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.state = WHOLE;
        fixture.look(work, term);
        run.source(0).delete("gone");
        run.copy();
        fixture.limitsLetItBegin = false;
        fixture.look(work, term);
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, term);
        assertThat(run.copied()).containsOnlyKeys("gone");
        fixture.limitsLetItBegin = true;
        fixture.look(work, term);
        assertThat(run.copied()).isEmpty();
    }

    @Test
    void aRunThatFollowsIsSweptOnItsSchedule() throws Exception {
        run.source(0).index("gone", "{}");
        run.source(0).index("kept", "{}");
        run.copy();
        ControllerEpoch term = fixture.term();
        RunWork work = fixture.work(true);
        fixture.state = WHOLE;
        fixture.look(work, term);
        run.source(0).delete("gone");
        run.copy();
        fixture.look(work, term);
        assertThat(run.copied()).containsOnlyKeys("kept");
        run.source(0).delete("kept");
        run.copy();
        fixture.look(work, term);
        assertThat(run.copied()).as("the next one is not due").containsOnlyKeys("kept");
        fixture.now = fixture.now.plusSeconds(10);
        fixture.look(work, term);
        assertThat(run.copied()).isEmpty();
    }

    /// It may have published what the source has deleted since, and says that the next sweep deletes what it
    /// has found.
    @Test
    void theFirstSweepAfterAVerificationSkipsNothing() throws Exception {
        ControllerEpoch term = fixture.following();
        RunWork work = fixture.work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        fixture.look(work, term);
        assertThat(run.copied()).isEmpty();
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, term);
        assertThat(run.copied()).containsKey("a");

        topic.say(Verified.KEY, verified(RunStates.PLAN.docsTopicId(), fixture.now));
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, term);

        assertThat(run.copied()).isEmpty();
    }

    /// The target may have been put back to an older state, and accepted so, while another controller looked.
    @Test
    void theFirstSweepOfWhoeverControlsTheRunAgainSkipsNothing() throws Exception {
        RunWork work = fixture.work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        fixture.look(work, fixture.following());
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));

        ControllerEpoch again = fixture.following();
        work.begin();
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, again);

        assertThat(run.copied()).isEmpty();
    }

    /// The target may have been put back to an older state while nobody wrote to it.
    @Test
    void theFirstSweepOfARunThatWasPausedSkipsNothing() throws Exception {
        ControllerEpoch term = fixture.following();
        RunWork work = fixture.work(true);
        long word = run.word(0, run.source(0).index("a", "{}"));
        run.copy();
        run.source(0).delete("a");
        run.copy();
        fixture.look(work, term);
        topic.say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        term.request();
        run.targetOf("a").forgetTombstones();
        run.publish(List.of(new DocRecord(Bytes.utf8("a"), null, word, Bytes.utf8("{}"))));
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, term);
        assertThat(run.copied()).containsKey("a");

        topic.say(Pause.KEY, null);
        term.request();
        fixture.now = fixture.now.plusSeconds(60);
        fixture.look(work, term);

        assertThat(run.copied()).isEmpty();
    }
}
