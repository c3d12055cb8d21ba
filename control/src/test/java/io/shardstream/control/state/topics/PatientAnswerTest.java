package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class PatientAnswerTest {
    private long now;
    private int asked;
    private final PatientAnswer patient =
            new PatientAnswer(() -> now, () -> now += Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(15));

    @Test
    void aBrokerThatWasNotHeardOfForAMomentIsWaitedFor() {
        assertThat(patient.of(
                        () -> ++asked < 3 ? failed(fenced()) : KafkaFuture.completedFuture("made"),
                        ReplicaShortage::passes))
                .isEqualTo("made");
        assertThat(asked).isEqualTo(3);
    }

    @Test
    void notForLongerThanThePatienceLasts() {
        assertThatThrownBy(() -> patient.of(() -> failed(fenced()), ReplicaShortage::passes))
                .isInstanceOf(InvalidReplicationFactorException.class);
        assertThat(Duration.ofNanos(now)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void whatDoesNotPassIsToldAtOnce() {
        assertThatThrownBy(() -> patient.of(() -> failed(new TopicExistsException("there")), ReplicaShortage::passes))
                .isInstanceOf(TopicExistsException.class);
        assertThatThrownBy(() -> patient.of(
                        () -> failed(new InvalidReplicationFactorException("only 1 broker(s) are registered.")),
                        ReplicaShortage::passes))
                .isInstanceOf(InvalidReplicationFactorException.class);
        assertThat(now).isZero();
    }

    private static InvalidReplicationFactorException fenced() {
        return new InvalidReplicationFactorException(
                "Unable to replicate the partition 1 time(s): All brokers are currently fenced or in controlled"
                        + " shutdown.");
    }

    private static KafkaFuture<String> failed(RuntimeException e) {
        KafkaFutureImpl<String> future = new KafkaFutureImpl<>();
        future.completeExceptionally(e);
        return future;
    }
}
