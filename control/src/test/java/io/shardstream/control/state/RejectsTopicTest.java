package io.shardstream.control.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class RejectsTopicTest {
    private static final String TOPIC = "shardstream.x.rejects";

    private static final List<KafkaException> FAILURES =
            List.of(new TimeoutException("5 s"), new UnknownTopicOrPartitionException("which"));

    @Test
    void whatIsReadIsGiven() {
        assertThat(RejectsTopic.read(() -> 7, () -> true, TOPIC, () -> true)).isEqualTo(7);
    }

    @Test
    void oneThatIsGoneIsNoBrokerThatDoesNotAnswer() {
        for (KafkaException failure : FAILURES) {
            assertThatThrownBy(() -> read(failure, true, true))
                    .isInstanceOf(RejectsGoneException.class)
                    .hasMessageStartingWith("Topic " + TOPIC + " is gone: somebody has deleted it")
                    .hasMessageContainingAll("'verify' names", "a new run")
                    .hasMessageNotContainingAny("--repair", "resume");
        }
    }

    @Test
    void ofARunThatGoesOnEverythingIsReadAgain() {
        assertThatThrownBy(() -> read(new TimeoutException("5 s"), true, false))
                .isInstanceOf(RejectsGoneException.class)
                // Whoever looks again and again goes on.
                .isInstanceOf(RetriableException.class)
                .hasMessageContaining("'resume --read-again'");
    }

    @Test
    void aBrokerThatDoesNotAnswerIsOne() {
        for (KafkaException failure : FAILURES) {
            assertThatThrownBy(() -> read(failure, false, true)).isSameAs(failure);
        }
    }

    private static void read(KafkaException failure, boolean isGone, boolean hasEnded) {
        RejectsTopic.read(
                () -> {
                    throw failure;
                },
                () -> isGone,
                TOPIC,
                () -> hasEnded);
    }
}
