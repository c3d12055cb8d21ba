package io.shardstream.control.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.progress.Progress;
import io.shardstream.control.progress.ProgressMeter;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class ControlLoopTest {
    private static final RunState HALF = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(5L, 0L));
    private static final RunState WHOLE = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L));

    private final AtomicLong clock = new AtomicLong();
    private final List<Progress> told = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final AtomicInteger endings = new AtomicInteger();
    private RunState state = HALF;
    private boolean kafkaIsAway;
    private boolean targetIsAway;
    private final ControlLoop loop = new ControlLoop(
            this::state,
            () -> {},
            new ProgressMeter(clock::get, Duration.ofSeconds(20)),
            told::add,
            complaints::add,
            this::end,
            clock::get);

    @Test
    void looksOnceASecond() {
        step(0, 400, 400);
        assertThat(told).hasSize(1);
        step(400);
        assertThat(told).hasSize(2);
    }

    @Test
    void endsOnceWhenTheCopyIsComplete() {
        step(0);
        assertThat(endings).hasValue(0);
        state = WHOLE;
        step(1000, 1000, 1000);
        assertThat(endings).hasValue(1);
    }

    @Test
    void triesAgainToEndWhenTheTargetWasAway() {
        state = WHOLE;
        targetIsAway = true;
        step(0, 1000);
        targetIsAway = false;
        step(1000, 1000);
        assertThat(endings).hasValue(3);
    }

    @Test
    void goesOnWhenKafkaIsBack() {
        kafkaIsAway = true;
        step(0, 1000);
        assertThat(told).isEmpty();
        kafkaIsAway = false;
        state = WHOLE;
        step(1000);
        assertThat(endings).hasValue(1);
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
    void saysItAnewWhenKafkaGoesAgain() {
        kafkaIsAway = true;
        step(1000);
        kafkaIsAway = false;
        step(1000);
        kafkaIsAway = true;
        step(1000);
        assertThat(complaints).containsExactly(complaints.getFirst(), complaints.getFirst());
    }

    private void step(int... milliseconds) {
        for (int time : milliseconds) {
            clock.addAndGet(Duration.ofMillis(time).toNanos());
            loop.doWork();
        }
    }

    private RunState state() {
        if (kafkaIsAway) {
            throw new TimeoutException("away");
        }
        return state;
    }

    private boolean end(RunState complete) {
        assertThat(complete).isEqualTo(WHOLE);
        endings.incrementAndGet();
        return !targetIsAway;
    }
}
