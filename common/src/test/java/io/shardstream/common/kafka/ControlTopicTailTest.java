package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.RunEndedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlTopicTailTest {
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final TopicPartition CONTROL = new TopicPartition(TOPICS.control(), 0);
    private static final RunPlan PLAN = new RunPlan(
            "old", "u1", 1, "new", "u2", new ShardRouting(1, 1024, 1), "Alias", "docs", 100, List.of(7L), 8);

    private final MockConsumer<byte[], byte[]> topic = new MockConsumer<>("none");
    private Instant now = Instant.EPOCH;
    /// As of a machine that sleeps, beside the other.
    private Duration asleep = Duration.ZERO;
    private final ControlTopicTail tail =
            new ControlTopicTail(topic, TOPICS, () -> now, () -> now.plus(asleep), RunFormat.NEWEST);
    private long end;

    @Test
    void itReadsFromTheLeaderWhateverRackTheUserHas() {
        assertThat(ControlTopicTail.SETTINGS).containsEntry("client.rack", "");
    }

    @Test
    void nothingMayBeDoneBeforeTheRunIsKnown() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        assertThat(tail.mayWork()).isFalse();
        say(RunPlan.KEY, PLAN.encode());
        poll();
        assertThat(tail.mayWork()).isTrue();
        assertThat(tail.latest().plan()).contains(PLAN);
    }

    @Test
    void aPauseHoldsUntilItIsTakenBack() {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        poll();
        assertThat(tail.mayWork()).isFalse();
        say(Pause.KEY, null);
        poll();
        assertThat(tail.mayWork()).isTrue();
    }

    @Test
    void whatCannotBeReadIsToldWithItsPlace() {
        prepared();
        say(RunPhase.KEY, "garbage".getBytes(StandardCharsets.UTF_8));
        poll();
        assertThat(tail.mayWork()).isTrue();
        assertThatThrownBy(tail::requireGoingOn)
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("Record 'phase' of topic " + TOPICS.control() + ", partition 0, offset "
                        + (end - 1) + ", cannot be read (phase is not JSON): find out who else writes to this topic.");
    }

    @Test
    void whatAKeyHeldBeforeCountsForNothing() {
        prepared();
        say(RunPhase.KEY, new RunPhase(Phase.ABORTED, 1, "").encode());
        topic.updateEndOffsets(Map.of(CONTROL, end + 1));
        poll();
        assertThatCode(tail::requireGoingOn).doesNotThrowAnyException();
        say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 2, "").encode());
        poll();
        assertThatCode(tail::requireGoingOn).doesNotThrowAnyException();
        assertThat(tail.latest().isIn(Phase.CATCHING_UP)).isTrue();
    }

    @Test
    void theEndOfTheRunIsToldWithItsReason() {
        prepared();
        say(RunPhase.KEY, new RunPhase(Phase.COMPLETED, 1, "production is on new").encode());
        poll();
        assertThatThrownBy(tail::requireGoingOn)
                .isInstanceOf(RunEndedException.class)
                .hasMessage("Run run is completed: production is on new");
    }

    @Test
    void whoWorksWithTheTopicsOfAnEarlierGenerationHasToBeginAnew() {
        prepared();
        say(RunPlan.KEY, PLAN.readAgain("more docs").encode());
        poll();
        assertThatThrownBy(tail::requireGoingOn)
                .isInstanceOf(PlanChangedException.class)
                .hasMessageContaining("Run run reads everything again");
        ControlRecords latest = tail.latest();
        assertThatCode(() -> latest.requireGeneration(TOPICS.inGeneration(2))).doesNotThrowAnyException();
        assertThatCode(() -> latest.requireGeneration(TOPICS.inGeneration(3))).doesNotThrowAnyException();
    }

    /// Brokers that lost their disks: a process of the lost run finds the topics of the next run of its name.
    @Test
    void whoWorksForAnotherRunOfTheNameHasToBeginAnew() {
        prepared();
        poll();
        ControlRecords latest = tail.latest();
        assertThatCode(() -> latest.requireRun(TOPICS, PLAN.id())).doesNotThrowAnyException();
        assertThatThrownBy(() -> latest.requireRun(TOPICS, "lost docs"))
                .isInstanceOf(PlanChangedException.class)
                .hasMessage("Run run was begun anew: its topics are not those that this process worked with");
        ControlRecords again = new ControlRecords(
                Map.of(RunPlan.KEY, PLAN.readAgain("more docs").encode()));
        assertThatThrownBy(() -> again.requireRun(TOPICS, PLAN.id()))
                .isInstanceOf(PlanChangedException.class)
                .hasMessageContaining("reads everything again");
        assertThatCode(() -> again.requireRun(TOPICS.inGeneration(2), PLAN.id()))
                .doesNotThrowAnyException();
    }

    @Test
    void whoMeetsANewerFormatStopsAndWhoUnderstandsItGoesOn() {
        MockConsumer<byte[], byte[]> before = new MockConsumer<>("none");
        before.updateBeginningOffsets(Map.of(CONTROL, 0L));
        ControlTopicTail older = new ControlTopicTail(before, TOPICS, () -> now, () -> now, 1);
        prepared();
        byte[] raised = new RunFormat(2, "9.1.0", Instant.EPOCH).encode();
        say(RunFormat.KEY, raised);
        before.addRecord(
                new ConsumerRecord<>(TOPICS.control(), 0, 0, RunFormat.KEY.getBytes(StandardCharsets.UTF_8), raised));
        before.updateEndOffsets(Map.of(CONTROL, 1L));

        poll();
        assertThat(tail.latest().format()).isEqualTo(2);
        assertThatThrownBy(older::poll).isInstanceOf(NewerFormatException.class);
        assertThat(older.mayWork()).isFalse();
    }

    @Test
    void whatKafkaHasLostCountsNoMore() {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        poll();
        assertThat(tail.mayWork()).isFalse();
        topic.setPollException(new OffsetOutOfRangeException(Map.of(CONTROL, 2L)));
        poll();
        end = 0;
        say(RunPlan.KEY, PLAN.encode());
        poll();
        assertThat(tail.mayWork()).isTrue();
        assertThat(tail.latest().pause()).isEmpty();
    }

    /// Brokers have dropped `pause` and, a day later, the record that took it back. The clock may be put
    /// back, too.
    @ParameterizedTest
    @ValueSource(ints = {7, 200, -7})
    void whatWasTakenBackWhileAMachineSleptCountsNoMore(int hours) {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        poll();
        assertThat(tail.mayWork()).isFalse();

        asleep = Duration.ofHours(hours);
        compactedTo(RunPlan.KEY, PLAN.encode());
        assertThat(tail.mayWork()).isFalse();
        poll();
        assertThat(tail.mayWork()).isTrue();
        assertThat(tail.end()).isEqualTo(end);
    }

    /// A consumer at the topic's end does not tell whether Kafka answers.
    @Test
    void theTopicIsReadAnewAlsoByWhoNeverSlept() {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        poll();
        for (int minutes = 0; minutes < 350; minutes++) {
            now = now.plus(Duration.ofMinutes(1));
            tail.poll();
        }
        assertThat(tail.mayWork()).isFalse();
        now = now.plus(Duration.ofMinutes(10));
        compactedTo(RunPlan.KEY, PLAN.encode());
        poll();
        assertThat(tail.mayWork()).isTrue();
    }

    /// What is behind the end then is what was heard before, until all of it is there.
    @Test
    void whileTheTopicIsReadAnewTheLastThatWasHeardStands() {
        prepared();
        asleep = Duration.ofHours(7);
        topic.updateBeginningOffsets(Map.of(CONTROL, end));
        topic.updateEndOffsets(Map.of(CONTROL, end + 1));
        poll();
        poll();
        assertThat(tail.latest().plan()).contains(PLAN);
        assertThat(tail.end()).isEqualTo(end);
        say(RunPlan.KEY, PLAN.encode());
        poll();
        assertThat(tail.end()).isEqualTo(end);
        assertThat(tail.mayWork()).isTrue();
    }

    /// A poll gives 500 records, and news wait for all of them.
    @Test
    void whileTheTopicIsReadAnewKafkaIsAskedMoreOften() {
        prepared();
        asleep = Duration.ofHours(7);
        compactedTo(RunPlan.KEY, PLAN.encode());
        topic.updateEndOffsets(Map.of(CONTROL, end + 1));
        poll();
        now = now.plusMillis(100);
        tail.poll();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        now = now.plusMillis(5);
        tail.poll();
        assertThat(tail.mayWork()).isFalse();
    }

    /// Others may have written what they took from a lane since.
    @Test
    void whatWasHeardBeforeRecordsWereLostHoldsNothingOfTheirOffsets() {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        poll();
        assertThat(tail.holds(end)).isTrue();
        topic.setPollException(new OffsetOutOfRangeException(Map.of(CONTROL, 2L)));
        poll();
        assertThat(tail.holds(1)).isFalse();
        end = 0;
        say(RunPlan.KEY, PLAN.encode());
        poll();
        assertThat(tail.holds(1)).isTrue();
        assertThat(tail.holds(2)).isFalse();
    }

    /// What was committed behind it is not seen before it has ended.
    @Test
    void theEndIsBehindTransactionsThatAreOpen() {
        try (ControlTopicTail behind = new ControlTopicTail(
                topic,
                TOPICS,
                () -> now,
                () -> now,
                RunFormat.NEWEST,
                (partition, _) -> partition.equals(CONTROL) ? end + 3 : 0)) {
            prepared();
            now = now.plusSeconds(1);
            behind.poll();
            long there = behind.endNow(Duration.ofSeconds(1));
            assertThat(there).isEqualTo(end + 3);
            assertThat(behind.holds(end)).isTrue();
            assertThat(behind.holds(there)).isFalse();
        }
    }

    /// To make one takes time that a loop may not have, and fails where no host is known.
    @Test
    void whoIsAskedWhereTheTopicEndsHasAClientForIt() {
        KafkaConnection kafka = new KafkaConnection("127.0.0.1:1", Map.of());
        try (ControlTopicTail away = ControlTopicTail.of(kafka, TOPICS)) {
            assertThat(kafka.clients().open()).isEqualTo(2);
            assertThatThrownBy(() -> away.endNow(Duration.ofMillis(10))).isInstanceOf(RetriableException.class);
        }
        assertThat(kafka.clients().open()).isZero();
    }

    @Test
    void aTopicThatHasLostThePlanBlocks() {
        prepared();
        poll();
        topic.setPollException(new OffsetOutOfRangeException(Map.of(CONTROL, 2L)));
        poll();
        end = 0;
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        assertThatThrownBy(this::poll)
                .isInstanceOf(BlockedException.class)
                .hasMessageStartingWith("Topic shardstream.run.control has lost the run's plan.")
                .hasMessageContaining("'run --adopt-target'")
                .hasMessageContaining("it only says whether the target can be adopted. If it can, delete them,")
                .hasMessageNotContaining("whole");
    }

    @Test
    void untilTheRunIsKnownKafkaIsAskedMoreOften() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        tail.poll();
        say(RunPlan.KEY, PLAN.encode());
        now = now.plusMillis(5);
        tail.poll();
        assertThat(tail.mayWork()).isTrue();
    }

    @Test
    void kafkaIsAskedTenTimesASecondAtMost() {
        prepared();
        say(Pause.KEY, new Pause("", Instant.EPOCH).encode());
        tail.poll();
        assertThat(tail.mayWork()).isTrue();
        now = now.plusMillis(100);
        tail.poll();
        assertThat(tail.mayWork()).isFalse();
    }

    /// As behind a transaction of a command that was killed, whose records nobody gets.
    @Test
    void theEndIsKnownAlsoWhereNoRecordComes() {
        prepared();
        assertThat(tail.end()).isEqualTo(end);
        topic.updateEndOffsets(Map.of(CONTROL, end + 2));
        poll();
        assertThat(tail.end()).isEqualTo(end);
        topic.seek(CONTROL, end + 2);
        poll();
        assertThat(tail.end()).isEqualTo(end + 2);
        assertThat(tail.latest().plan()).contains(PLAN);
    }

    private void prepared() {
        topic.updateBeginningOffsets(Map.of(CONTROL, 0L));
        say(RunPlan.KEY, PLAN.encode());
        poll();
    }

    private void say(String key, byte @Nullable [] value) {
        topic.addRecord(new ConsumerRecord<>(TOPICS.control(), 0, end++, key.getBytes(StandardCharsets.UTF_8), value));
        topic.updateEndOffsets(Map.of(CONTROL, end));
    }

    /// All that the topic has now, for one who reads it from its start.
    private void compactedTo(String key, byte[] value) {
        topic.updateBeginningOffsets(Map.of(CONTROL, end));
        say(key, value);
    }

    private void poll() {
        now = now.plus(Duration.ofSeconds(1));
        tail.poll();
    }
}
