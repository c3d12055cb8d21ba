package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.loop.Loop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicWatchTest {
    private static final Uuid PLANNED = Uuid.randomUuid();

    private Instant now = Instant.EPOCH;
    private KafkaFuture<TopicDescription> answer = described(PLANNED);
    private int asked;
    private int steps;
    private boolean closed;

    private final TopicWatch watch = new TopicWatch(
            new Inner(),
            "docs",
            PLANNED.toString(),
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
        answer = described(Uuid.randomUuid());

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
    void aBrokerThatDoesNotAnswerOrDoesNotKnowTheTopicYetIsAskedAgain() {
        answer = failed(new UnknownTopicOrPartitionException());
        pass(Duration.ofSeconds(5));
        answer = failed(new TimeoutException());
        pass(Duration.ofSeconds(60));
        answer = described(PLANNED);
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

    private static KafkaFuture<TopicDescription> described(Uuid id) {
        return KafkaFuture.completedFuture(new TopicDescription("docs", false, List.of(), null, id));
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
            steps++;
            return 1;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
