package io.shardstream.control.state.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.state.RunStates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllerLoopTest {
    private static final String TOPIC = "control";
    private final MemoryTopic topic = new MemoryTopic();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final ControllerGroup group = new ControllerGroup(consumer, TOPIC);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final AtomicInteger rescues = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();
    private final CountDownLatch beginsAgain = new CountDownLatch(1);
    private volatile Instant due = Instant.MAX;
    private volatile boolean endsWhenInterrupted;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @AfterEach
    void letItEnd() {
        answers.countDown();
    }

    /// A read of a file system that hangs is ended by nothing, an interrupt included.
    @Test
    void whoStandsStillWhileItBlocksProductionLeavesTheGroup() throws InterruptedException {
        ControllerLoop loop = loop();
        choose();
        loop.doWork();
        hangs.await();
        assertThatThrownBy(() -> rounds(loop, 1_000))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("has not gone on for 120 s: it waits at ")
                .hasMessageContaining(", called by io.shardstream.control.state.controller.ControllerLoopTest")
                .hasMessageContaining("This process ends, so that another one can lift the write block");
        loop.close();
        assertThat(consumer.closed()).isTrue();
        // Two threads at once would do it.
        assertThat(rescues).hasValue(0);
    }

    /// As where a `run` ends for its reader's sake while the start of a program hangs.
    @Test
    void aProcessThatEndsDoesNotWaitForAThreadThatStandsStill() throws InterruptedException {
        ControllerLoop loop = loop(Duration.ofSeconds(-110));
        choose();
        loop.doWork();
        hangs.await();
        loop.close();
        assertThat(consumer.closed()).isTrue();
        assertThat(rescues).hasValue(0);
    }

    /// It would never be chosen again.
    @Test
    void whoseThreadStandsStillWhenAnotherProcessIsChosenEnds() throws InterruptedException {
        ControllerLoop loop = loop(Duration.ofSeconds(-110));
        choose();
        loop.doWork();
        hangs.await();
        consumer.rebalance(List.of());
        assertThatThrownBy(() -> rounds(loop, 1_000))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("it waits at ");
        loop.close();
        assertThat(consumer.closed()).isTrue();
    }

    /// It may be the only one that does not reach the cluster.
    @Test
    void whoCannotLiftABlockInTimeLetsOthersTry() throws InterruptedException {
        due = Instant.EPOCH;
        endsWhenInterrupted = true;
        ControllerLoop loop = loop();
        choose();
        loop.doWork();
        hangs.await();
        rounds(loop, 60);
        assertThat(consumer.subscription()).isEmpty();
        assertThat(turns).hasValue(1);
        rounds(loop, 45);
        assertThat(consumer.subscription()).containsExactly(TOPIC);
        choose();
        rounds(loop, 10);
        beginsAgain.await();
        // What the one before had blocked is in the control topic, for whoever controls the run.
        assertThat(rescues).hasValue(0);
        loop.close();
    }

    private static void rounds(ControllerLoop loop, int count) {
        for (int round = 0; round < count; round++) {
            loop.doWork();
        }
    }

    private void choose() {
        TopicPartition partition = new TopicPartition(TOPIC, 0);
        consumer.updateBeginningOffsets(Map.of(partition, 0L));
        consumer.rebalance(List.of(partition));
    }

    private ControllerLoop loop() {
        return loop(Duration.ZERO);
    }

    /// @param longestCall for which, and two minutes, a thread may stand still
    private ControllerLoop loop(Duration longestCall) {
        topic.say(RunPlan.KEY, RunStates.PLAN.encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CUTTING_OVER, 0, "").encode());
        ActiveController controlling = new ActiveController("run", "me", work(), Beside.NOTHING, this::tick, _ -> {});
        Rescue rescue = rescue();
        return new ControllerLoop(
                group,
                topic::journal,
                controlling,
                rescue,
                new StallWatch(rescue, longestCall),
                new Turn(longestCall, Duration.ofSeconds(15)),
                new AccessRefusals(System::nanoTime),
                this::tick);
    }

    private Instant tick() {
        return now.updateAndGet(instant -> instant.plusMillis(500));
    }

    private ControllerWork work() {
        return new ControllerWork() {
            @Override
            public void goOn(ControllerEpoch term) throws InterruptedException {
                if (turns.incrementAndGet() == 2) {
                    beginsAgain.countDown();
                }
                hangs.countDown();
                while (answers.getCount() > 0) {
                    try {
                        answers.await();
                    } catch (InterruptedException e) {
                        // A read that hangs does not end.
                        if (endsWhenInterrupted) {
                            throw e;
                        }
                    }
                }
            }

            @Override
            public void carryOut(Request request, ControllerEpoch term) throws InterruptedException {
                goOn(term);
            }
        };
    }

    private Rescue rescue() {
        return new Rescue() {
            @Override
            public Optional<Instant> due() {
                return Optional.of(due);
            }

            @Override
            public void attempt() {
                rescues.incrementAndGet();
            }

            @Override
            public void letGo() {}
        };
    }
}
