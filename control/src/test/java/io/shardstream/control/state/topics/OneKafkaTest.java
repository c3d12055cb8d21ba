package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.entry;

import io.shardstream.common.kafka.KafkaConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OneKafkaTest {
    @Test
    void brokersOfTwoKafkasAreNotOne() {
        Map<String, String> ids = new LinkedHashMap<>();
        assertThat(OneKafka.problem(ids)).isEmpty();
        ids.put("kafka-a:9092", "A");
        assertThat(OneKafka.problem(ids)).isEmpty();
        ids.put("kafka-a2:9092", "A");
        assertThat(OneKafka.problem(ids)).isEmpty();
        ids.put("kafka-b:9092", "B");
        assertThat(OneKafka.problem(ids))
                .hasValue("kafka.bootstrap names brokers of two Kafkas: kafka-a:9092 belongs to cluster A, and"
                        + " kafka-b:9092 to cluster B. Name those of one in the run file, the one in which the run"
                        + " began.");
    }

    /// That they do not is told by whoever asks them for more.
    @Test
    void addressesThatDoNotAnswerAreTakenForGood() {
        assertThatCode(() -> OneKafka.require(new KafkaConnection("127.0.0.1:1,localhost:1", Map.of())))
                .doesNotThrowAnyException();
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whoDoesNotAnswerRightAfterAnotherIsPassedOver() {
        Map<String, KafkaFuture<String>> asked = new LinkedHashMap<>();
        asked.put("away:9092", new KafkaFutureImpl<>());
        asked.put("kafka-b:9092", KafkaFuture.completedFuture("B"));
        KafkaFutureImpl<String> refused = new KafkaFutureImpl<>();
        refused.completeExceptionally(new SaslAuthenticationException("no"));
        asked.put("refused:9092", refused);
        asked.put("kafka-a:9092", KafkaFuture.completedFuture("A"));

        assertThat(OneKafka.answers(asked, Duration.ofDays(1), Duration.ofMillis(1)))
                .containsExactly(entry("kafka-b:9092", "B"), entry("kafka-a:9092", "A"));
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whereNobodyAnswersNobodyIsWaitedForAnyLonger() {
        assertThat(OneKafka.answers(Map.of("a:1", new KafkaFutureImpl<>()), Duration.ofMillis(1), Duration.ofDays(1)))
                .isEmpty();
    }
}
