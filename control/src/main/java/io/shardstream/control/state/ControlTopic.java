package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// The control topic, looked for by a process that does not know whether the run was ever prepared.
public final class ControlTopic {
    /// How long whoever has fenced others waits for transactions of somebody else that are still open.
    public static final Duration FOR_TRANSACTIONS = Duration.ofMinutes(1);

    private ControlTopic() {}

    /// What it says at the moment.
    ///
    /// @return empty if there is no control topic
    /// @throws io.shardstream.control.state.finding.RunRefusedException if Kafka does not answer
    public static Optional<ControlRecords> find(KafkaConnection kafka, RunTopics topics) {
        return isThere(kafka, topics) ? Optional.of(ControlRecords.read(kafka, topics)) : Optional.empty();
    }

    /// The same for one who has fenced others and goes by what they have written, as
    /// [ControlRecords#readSettled].
    ///
    /// @return empty if there is no control topic
    /// @throws io.shardstream.control.state.finding.RunRefusedException if Kafka does not answer
    /// @throws org.apache.kafka.common.KafkaException also if a transaction there is open for longer than a
    ///     minute
    public static Optional<ControlRecords> findSettled(KafkaConnection kafka, RunTopics topics) {
        return isThere(kafka, topics)
                ? Optional.of(ControlRecords.readSettled(kafka, topics, FOR_TRANSACTIONS))
                : Optional.empty();
    }

    /// Whether there is such a topic: who writes to one that is not waits for a minute, and may have it made by the
    /// broker with other settings.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if Kafka does not answer
    public static boolean isThere(KafkaConnection kafka, RunTopics topics) {
        Admin admin = kafka.admin("shardstream-control");
        try {
            KafkaAnswer.first(admin.describeCluster().clusterId(), kafka.bootstrap());
            var _ = KafkaAnswer.of(
                    admin.describeTopics(List.of(topics.control())).allTopicNames());
            return true;
        } catch (UnknownTopicOrPartitionException e) {
            return false;
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }
}
