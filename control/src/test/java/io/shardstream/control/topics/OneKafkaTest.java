package io.shardstream.control.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.shardstream.common.kafka.KafkaConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
