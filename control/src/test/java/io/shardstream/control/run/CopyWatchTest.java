package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import io.shardstream.control.state.RunStates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CopyWatchTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("earliest");
    private Duration now = Duration.ZERO;
    private long end;
    private final Watch good = new Watch();
    private final Watch watch = new Watch();
    private final CopyWatch copy =
            new CopyWatch(List.of(good, watch), new ControlTopicTail(topic, TOPICS, () -> Instant.EPOCH.plus(now)));

    /// One that finds something when it is told to.
    private static final class Watch implements Loop {
        private boolean isLost;
        private int steps;
        private boolean isClosed;
        private String failsToClose = "";

        @Override
        public String name() {
            return "watch";
        }

        @Override
        public int doWork() {
            steps++;
            if (isLost) {
                throw new BlockedException("a topic is gone");
            }
            return 0;
        }

        @Override
        public void close() {
            isClosed = true;
            if (!failsToClose.isEmpty()) {
                throw new IllegalStateException(failsToClose);
            }
        }
    }

    @BeforeEach
    void plan() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        say(RunPlan.KEY, RunStates.PLAN.encode());
        say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
    }

    @AfterEach
    void close() {
        good.failsToClose = "";
        watch.failsToClose = "";
        copy.close();
        assertThat(good.isClosed && watch.isClosed).isTrue();
    }

    @Test
    void whatIsFoundEndsARunThatGoesOn() {
        step();
        watch.isLost = true;
        assertThatThrownBy(this::step).isInstanceOf(BlockedException.class).hasMessage("a topic is gone");
        assertThat(good.steps).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Phase.class,
            names = {"COMPLETED", "ABORTED", "FAILED"})
    void aRunThatHasEndedNeedsNothingOfIt(Phase phase) {
        say(RunPhase.KEY, new RunPhase(phase, 1, "").encode());
        watch.isLost = true;
        step();
        assertThat(watch.steps).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Request.Kind.class,
            names = {"ABORT", "ROLLBACK", "RELEASE"})
    void whoGivesBackOrUpGetsAnAnswerFirst(Request.Kind kind) {
        say(Request.KEY, new Request("r-1", kind, Map.of(), Instant.EPOCH).encode());
        watch.isLost = true;
        step();
        step();
        assertThat(watch.steps).as("is not asked again").isEqualTo(1);

        say(Answer.key("r-1"), new Answer("r-1", Answer.Outcome.DONE, "", Instant.EPOCH).encode());
        assertThatThrownBy(this::step).isInstanceOf(BlockedException.class);
    }

    @Test
    void aCutOverIsNotBegunWithoutIt() {
        say(Request.KEY, new Request("r-1", Request.Kind.CUTOVER, Map.of(), Instant.EPOCH).encode());
        watch.isLost = true;
        assertThatThrownBy(this::step).isInstanceOf(BlockedException.class);
    }

    @Test
    void allThatCannotBeClosedIsTold() {
        good.failsToClose = "the first";
        watch.failsToClose = "the second";
        assertThatThrownBy(copy::close)
                .hasMessage("the first")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("the second"));
    }

    private void step() {
        now = now.plusSeconds(1);
        int _ = copy.doWork();
    }

    private void say(String key, byte[] value) {
        topic.addRecord(new ConsumerRecord<>(CONTROL.topic(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }
}
