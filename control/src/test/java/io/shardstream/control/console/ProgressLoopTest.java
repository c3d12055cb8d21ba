package io.shardstream.control.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.console.view.ProgressMeter;
import io.shardstream.control.state.Behind;
import io.shardstream.control.state.RejectsGoneException;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressLoopTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private static final RunState HALF = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
    private static final RunState WHOLE = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L));

    private final AtomicLong clock = new AtomicLong();
    private final List<Progress> told = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private RunState state = HALF;
    private boolean kafkaIsAway;
    private RetriableException failure = new TimeoutException("away");
    private OptionalLong lag = OptionalLong.empty();
    private final ProgressLoop loop = new ProgressLoop(
            this::state,
            () -> {},
            new ControlTopicTail(topic, TOPICS, () -> Instant.EPOCH.plusNanos(clock.get())),
            _ -> lag.isPresent() ? Optional.of(new Behind(lag.getAsLong(), "")) : Optional.empty(),
            new ProgressMeter(clock::get, Duration.ofSeconds(20)),
            (progress, _, _) -> told.add(progress),
            complaints::add,
            clock::get);

    @BeforeEach
    void emptyTopic() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        topic.updateEndOffsets(Map.of(CONTROL, 0L));
    }

    @Test
    void looksOnceASecond() {
        step(0, 400, 400);
        assertThat(told).hasSize(1);
        step(400);
        assertThat(told).hasSize(2);
    }

    @Test
    void goesOnWhenKafkaIsBack() {
        kafkaIsAway = true;
        step(0, 1000);
        assertThat(told).isEmpty();
        kafkaIsAway = false;
        step(1000);
        assertThat(told).hasSize(1);
    }

    @Test
    void saysEveryTenSecondsThatItWaitsForKafka() {
        kafkaIsAway = true;
        for (int second = 0; second < 25; second++) {
            step(1000);
        }
        assertThat(complaints)
                .containsExactly(
                        "Kafka does not answer, trying again: away",
                        "Still waiting for Kafka, which has not answered for 10 s: away",
                        "Still waiting for Kafka, which has not answered for 20 s: away");
    }

    @Test
    void aRejectsTopicThatIsGoneIsNoKafkaThatDoesNotAnswer() {
        kafkaIsAway = true;
        failure = new RejectsGoneException("r", false);
        step(1000);
        assertThat(complaints).singleElement().asString().startsWith("Topic r is gone: ");
    }

    @Test
    void saysItAnewWhenKafkaGoesAgain() {
        kafkaIsAway = true;
        step(1000);
        kafkaIsAway = false;
        step(1000);
        kafkaIsAway = true;
        step(1000);
        assertThat(complaints).containsExactly(complaints.getFirst(), complaints.getFirst());
    }

    @Test
    void tellsTheLastProgressAndEndsWithTheRunWhoeverEndedIt() {
        step(0);
        state = WHOLE;
        topic.addRecord(new ConsumerRecord<>(
                TOPICS.control(),
                0,
                0,
                RunPhase.KEY.getBytes(StandardCharsets.UTF_8),
                new RunPhase(Phase.COMPLETED, 3, "").encode()));
        topic.updateEndOffsets(Map.of(CONTROL, 1L));
        assertThatThrownBy(() -> step(200))
                .isInstanceOfSatisfying(
                        RunEndedException.class,
                        ended -> assertThat(ended.isCompleted()).isTrue());
        assertThat(told).hasSize(2);
        assertThat(told.getLast().percent()).isEqualTo(100);
    }

    @Test
    void tellsTheLagWhereThereIsOne() {
        lag = OptionalLong.of(12);
        step(0);
        assertThat(told).extracting(Progress::lag).containsExactly(OptionalLong.of(12));
    }

    private void step(int... milliseconds) {
        for (int time : milliseconds) {
            clock.addAndGet(Duration.ofMillis(time).toNanos());
            loop.doWork();
        }
    }

    private RunState state() {
        if (kafkaIsAway) {
            throw failure;
        }
        return state;
    }
}
