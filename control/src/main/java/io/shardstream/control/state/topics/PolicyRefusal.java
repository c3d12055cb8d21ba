package io.shardstream.control.state.topics;

import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.PolicyViolationException;

/// That brokers take no topic with settings as they are asked for: by a policy of their own
/// (`create.topic.policy.class.name`), or since they do not know one of them.
final class PolicyRefusal {
    private PolicyRefusal() {}

    /// Whether a failure is one.
    static boolean is(Throwable failure) {
        return failure instanceof PolicyViolationException || failure instanceof InvalidConfigurationException;
    }

    /// Repeats the brokers' words, which say what they want, and names the keys of the run file that decide
    /// something.
    ///
    /// @param replication as it was asked for, or -1 for the brokers' default
    static RunRefusedException of(TopicLayout layout, short replication, KafkaException e) {
        String who = e instanceof PolicyViolationException ? "The brokers' policy refuses" : "Kafka refuses";
        String message = Optional.ofNullable(layout.required().get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG))
                .map(bytes -> ", docs.max-document the largest message (" + TopicConfig.MAX_MESSAGE_BYTES_CONFIG + "="
                        + bytes + " now)")
                .orElse("");
        return new RunRefusedException(
                who + " topic " + layout.name() + ": \"" + e.getMessage()
                        + "\". In the run file, kafka.replication decides the number of replicas ("
                        + (replication < 0 ? "the brokers' default" : replication) + " now)" + message
                        + ". Allow what else it says for this topic, since its records may not expire.",
                e);
    }
}
