package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicsWatchTest {
    private static final Uuid PLANNED = Uuid.randomUuid();
    private static final RunTopics TOPICS = new RunTopics("run");
    private static final RunPlan PLAN = new RunPlan(
            "old",
            "u1",
            3,
            "new",
            "u2",
            new ShardRouting(2, 1024, 1),
            "Alias",
            PLANNED.toString(),
            100,
            List.of(7L, 7L, 7L),
            8);

    private final Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
    private final Map<TopicPartition, KafkaFuture<Long>> starts = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private int asked;
    private int askedStarts;
    private int steps;
    private boolean closed;
    private @Nullable BlockedException blocked;

    private final TopicsWatch watch = new TopicsWatch(
            new Inner(),
            List.of(
                    WatchedTopic.docs(TOPICS, PLAN),
                    WatchedTopic.slices(TOPICS, PLAN),
                    WatchedTopic.outcomes(TOPICS, PLAN),
                    WatchedTopic.rejects(TOPICS, PLAN),
                    WatchedTopic.control(TOPICS)),
            new Sight(),
            () -> {},
            () -> now,
            warnings::add);

    @BeforeEach
    void everythingIsThere() {
        there(TOPICS.docs(), PLANNED, 2);
        there(TOPICS.outcomes(), Uuid.randomUuid(), 2);
        there(TOPICS.rejects(), Uuid.randomUuid(), 2);
        there(TOPICS.slices(), Uuid.randomUuid(), 3);
        there(TOPICS.control(), Uuid.randomUuid(), 1);
    }

    @Test
    void theLoopIsSteppedWhileTheTopicsAreTheSame() {
        pass(Duration.ofSeconds(30));

        assertThat(steps).isEqualTo(301);
        assertThat(asked).isBetween(9, 11);
        assertThat(askedStarts).isBetween(2, 4);
        assertThat(warnings).isEmpty();
    }

    @Test
    void anotherTopicOfTheSameNameBlocks() {
        pass(Duration.ofSeconds(5));
        there(TOPICS.docs(), Uuid.randomUuid(), 2);

        assertBlocked("Topic shardstream.run.docs was deleted and made again", "'resume --read-again'");
    }

    @Test
    void aTopicWhoseIdNoPlanSaysIsTheOneThatItWasFirst() {
        pass(Duration.ofSeconds(5));
        there(TOPICS.control(), Uuid.randomUuid(), 1);

        assertBlocked("Topic shardstream.run.control was deleted and made again", "'run --adopt-target'");
    }

    @Test
    void aTopicThatStaysAwayBlocks() {
        answers.put(TOPICS.slices(), failed(new UnknownTopicOrPartitionException()));

        pass(Duration.ofSeconds(5));
        assertBlocked("Topic shardstream.run.slices was deleted", "nothing of the target: 'resume --read-again'");
    }

    @Test
    void aTopicThatGetsMorePartitionsBlocks() {
        pass(Duration.ofSeconds(5));
        there(TOPICS.docs(), PLANNED, 3);

        assertBlocked("has 3 partitions, but the run's plan says 2", "'resume --read-again'");
    }

    @Test
    void checkpointsOfWhichTheFirstAreLostBlock() {
        starts.put(new TopicPartition(TOPICS.slices(), 2), KafkaFuture.completedFuture(1234L));

        assertBlocked(
                "Topic shardstream.run.slices has lost the start of partition 2, which now begins at offset 1,234",
                "nothing of the target: 'resume --read-again'");
    }

    @Test
    void aControlTopicThatHasLostItsStartBlocks() {
        starts.put(new TopicPartition(TOPICS.control(), 0), KafkaFuture.completedFuture(1L));

        assertBlocked("Topic shardstream.run.control has lost the start of partition 0", "'run --adopt-target'");
    }

    @Test
    void rejectsThatAreLostAreToldOnce() {
        starts.put(new TopicPartition(TOPICS.rejects(), 0), KafkaFuture.completedFuture(1L));
        starts.put(new TopicPartition(TOPICS.rejects(), 1), KafkaFuture.completedFuture(22L));

        pass(Duration.ofSeconds(30));
        assertThat(warnings)
                .singleElement()
                .satisfies(one -> assertThat(one)
                        .startsWith("Topic shardstream.run.rejects has lost the start of partition")
                        .contains("'verify --repair'"));
    }

    @Test
    void documentsThatAreTrimmedAndOutcomesThatExpireAreNoLoss() {
        starts.put(new TopicPartition(TOPICS.docs(), 0), KafkaFuture.completedFuture(5L));
        starts.put(new TopicPartition(TOPICS.outcomes(), 1), KafkaFuture.completedFuture(22L));

        pass(Duration.ofSeconds(30));
        assertThat(warnings).isEmpty();
    }

    @Test
    void aLoopThatMissesSomethingInAnotherTopicIsBlockedByThat() {
        pass(Duration.ofSeconds(5));
        blocked = new BlockedException("lane 0 no longer has offset 7");
        there(TOPICS.docs(), Uuid.randomUuid(), 2);

        assertThatThrownBy(watch::doWork)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("deleted and made again");
    }

    @Test
    void aLoopThatMissesSomethingInATopicThatHasLostItsStartIsBlockedByThat() {
        pass(Duration.ofSeconds(5));
        blocked = new BlockedException("the run's plan is lost");
        starts.put(new TopicPartition(TOPICS.control(), 0), KafkaFuture.completedFuture(7L));

        assertThatThrownBy(watch::doWork)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("has lost the start of partition 0");
    }

    @Test
    void aLoopThatIsBlockedSaysWhyWhenTheTopicIsTheSameOrNobodyAnswers() {
        blocked = new BlockedException("lane 0 no longer has offset 7");

        assertThatThrownBy(watch::doWork).isSameAs(blocked);
        answers.put(TOPICS.docs(), failed(new TimeoutException()));
        starts.put(new TopicPartition(TOPICS.slices(), 0), failed(new TimeoutException()));
        assertThatThrownBy(watch::doWork).isSameAs(blocked);
    }

    @Test
    void aBrokerThatDoesNotAnswerOrDoesNotKnowTheTopicYetIsAskedAgain() {
        answers.put(TOPICS.docs(), failed(new UnknownTopicOrPartitionException()));
        pass(Duration.ofSeconds(5));
        answers.put(TOPICS.docs(), failed(new TimeoutException()));
        pass(Duration.ofSeconds(60));
        there(TOPICS.docs(), PLANNED, 2);
        pass(Duration.ofSeconds(5));
        answers.put(TOPICS.docs(), failed(new UnknownTopicOrPartitionException()));
        pass(Duration.ofSeconds(5));

        assertThat(steps).isPositive();
    }

    @Test
    void theLoopIsClosedWithIt() {
        watch.close();

        assertThat(closed).isTrue();
    }

    private void assertBlocked(String what, String remedy) {
        assertThatThrownBy(() -> pass(Duration.ofSeconds(15)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(remedy);
    }

    private void pass(Duration time) {
        Instant end = now.plus(time);
        while (!now.isAfter(end)) {
            assertThat(watch.doWork()).isEqualTo(1);
            now = now.plusMillis(100);
        }
    }

    private void there(String topic, Uuid id, int partitions) {
        List<TopicPartitionInfo> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartitionInfo(partition, null, List.of(), List.of()))
                .toList();
        answers.put(topic, KafkaFuture.completedFuture(new TopicDescription(topic, false, all, null, id)));
    }

    private static <T> KafkaFuture<T> failed(Exception e) {
        KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
        future.completeExceptionally(e);
        return future;
    }

    private final class Sight implements TopicsWatch.Sight {
        @Override
        public Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> topics) {
            asked++;
            assertThat(answers.keySet()).containsExactlyInAnyOrderElementsOf(topics);
            return Map.copyOf(answers);
        }

        @Override
        public Map<TopicPartition, KafkaFuture<Long>> starts(Collection<TopicPartition> partitions) {
            askedStarts++;
            return partitions.stream()
                    .collect(Collectors.toMap(
                            Function.identity(),
                            partition -> starts.getOrDefault(partition, KafkaFuture.completedFuture(0L))));
        }
    }

    private final class Inner implements Loop {
        @Override
        public String name() {
            return "inner";
        }

        @Override
        public int doWork() {
            if (blocked != null) {
                throw blocked;
            }
            steps++;
            return 1;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
