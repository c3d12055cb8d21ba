package io.shardstream.control.state.topics;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Locale;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;

/// That Kafka puts a topic on as many brokers as it is asked to, or does not.
///
/// A broker that the controller has not heard of for some seconds (`broker.session.timeout.ms`) is fenced
/// until its next heartbeat. While all are, no topic can be made; while some are, they count
/// (`throwInvalidReplicationFactorIf…` in Kafka's `StripedReplicaPlacer`, `createTopic` in its
/// `ReplicationControlManager`).
final class ReplicaShortage {
    private ReplicaShortage() {}

    /// Whether there are brokers, none of which was heard of lately.
    static boolean passes(KafkaException e) {
        return e instanceof InvalidReplicationFactorException
                && String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("fenced");
    }

    /// What to do about it.
    ///
    /// @param replication as it was asked for, or -1 for the brokers' default
    static RunRefusedException refusal(String topic, short replication, InvalidReplicationFactorException e) {
        String says = " Kafka says: " + e.getMessage();
        if (passes(e)) {
            return new RunRefusedException(
                    "Kafka has no broker for topic " + topic
                            + " at the moment, as its controller has heard of none lately: see that they run, and start"
                            + " this again." + says,
                    e);
        }
        return new RunRefusedException(
                replication < 0
                        ? "Kafka cannot keep topic " + topic + " on as many brokers as their"
                                + " default.replication.factor asks: start more brokers, or set kafka.replication in the"
                                + " run file." + says
                        : "Kafka cannot keep topic " + topic + " on " + NumberText.of(replication, "broker")
                                + ", as kafka.replication in the run file asks: start more brokers, or lower it."
                                + says,
                e);
    }
}
