package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicWatchTest {
    private static final Uuid PLANNED = Uuid.randomUuid();

    private Instant now = Instant.EPOCH;
    private KafkaFuture<TopicDescription> answer = described(PLANNED, 2);
    private int asked;
    private int steps;
    private boolean closed;
    private @Nullable BlockedException blocked;

    private final TopicWatch watch = new TopicWatch(
            new Inner(),
            "docs",
            PLANNED.toString(),
            2,
            () -> {
                asked++;
                return answer;
            },
            () -> {},
            () -> now);

    @Test
    void theLoopIsSteppedWhileTheTopicIsTheSame() {
        pass(Duration.ofSeconds(30));

        assertThat(steps).isEqualTo(301);
        assertThat(asked).isBetween(9, 11);
    }

    @Test
    void anotherTopicOfTheSameNameBlocks() {
        pass(Duration.ofSeconds(5));
        answer = described(Uuid.randomUuid(), 2);

        assertThatThrownBy(() -> pass(Duration.ofSeconds(5)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("deleted and made again");
    }

    @Test
    void aTopicThatStaysAwayBlocks() {
        answer = failed(new UnknownTopicOrPartitionException());

        pass(Duration.ofSeconds(5));
        assertThatThrownBy(() -> pass(Duration.ofSeconds(10)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("was deleted");
    }

    @Test
    void aTopicThatGetsMorePartitionsBlocks() {
        pass(Duration.ofSeconds(5));
        answer = described(PLANNED, 3);

        assertThatThrownBy(() -> pass(Duration.ofSeconds(5)))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("has 3 partitions, but the run's plan says 2");
    }

    @Test
    void aLoopThatMissesSomethingInAnotherTopicIsBlockedByThat() {
        pass(Duration.ofSeconds(5));
        blocked = new BlockedException("lane 0 no longer has offset 7");
        answer = described(Uuid.randomUuid(), 2);

        assertThatThrownBy(watch::doWork)
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("deleted and made again");
    }

    @Test
    void aLoopThatIsBlockedSaysWhyWhenTheTopicIsTheSameOrNobodyAnswers() {
        blocked = new BlockedException("lane 0 no longer has offset 7");

        assertThatThrownBy(watch::doWork).isSameAs(blocked);
        answer = failed(new TimeoutException());
        assertThatThrownBy(watch::doWork).isSameAs(blocked);
    }

    @Test
    void aBrokerThatDoesNotAnswerOrDoesNotKnowTheTopicYetIsAskedAgain() {
        answer = failed(new UnknownTopicOrPartitionException());
        pass(Duration.ofSeconds(5));
        answer = failed(new TimeoutException());
        pass(Duration.ofSeconds(60));
        answer = described(PLANNED, 2);
        pass(Duration.ofSeconds(5));
        answer = failed(new UnknownTopicOrPartitionException());
        pass(Duration.ofSeconds(5));

        assertThat(steps).isPositive();
    }

    @Test
    void theLoopIsClosedWithIt() {
        watch.close();

        assertThat(closed).isTrue();
    }

    private void pass(Duration time) {
        Instant end = now.plus(time);
        while (!now.isAfter(end)) {
            assertThat(watch.doWork()).isEqualTo(1);
            now = now.plusMillis(100);
        }
    }

    private static KafkaFuture<TopicDescription> described(Uuid id, int partitions) {
        List<TopicPartitionInfo> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartitionInfo(partition, null, List.of(), List.of()))
                .toList();
        return KafkaFuture.completedFuture(new TopicDescription("docs", false, all, null, id));
    }

    private static KafkaFuture<TopicDescription> failed(Exception e) {
        KafkaFutureImpl<TopicDescription> future = new KafkaFutureImpl<>();
        future.completeExceptionally(e);
        return future;
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
