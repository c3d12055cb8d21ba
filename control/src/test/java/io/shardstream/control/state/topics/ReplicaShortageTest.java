package io.shardstream.control.state.topics;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.junit.jupiter.api.Test;

class ReplicaShortageTest {
    private static final String FEW =
            "The target replication factor of 3 cannot be reached because only 1 broker(s) are registered.";

    @Test
    void whatTheRunFileAsksForIsNamed() {
        assertThat(refusal(3, FEW))
                .isEqualTo("Kafka cannot keep topic t on 3 brokers, as kafka.replication in the run file asks: start"
                        + " more brokers, or lower it. Kafka says: " + FEW);
    }

    @Test
    void whereTheRunFileAsksForNothingTheBrokersDefaultIs() {
        assertThat(refusal(-1, FEW))
                .isEqualTo("Kafka cannot keep topic t on as many brokers as their default.replication.factor asks:"
                        + " start more brokers, or set kafka.replication in the run file. Kafka says: " + FEW);
    }

    @Test
    void brokersThatWereNotHeardOfAreNotCalledTooFew() {
        assertThat(refusal(1, "All brokers are currently fenced."))
                .isEqualTo("Kafka has no broker for topic t at the moment, as its controller has heard of none lately:"
                        + " see that they run, and start this again. Kafka says: All brokers are currently fenced.");
    }

    private static String refusal(int replication, String says) {
        return String.valueOf(
                ReplicaShortage.refusal("t", (short) replication, new InvalidReplicationFactorException(says))
                        .getMessage());
    }
}
