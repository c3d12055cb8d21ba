package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// Tells a rejects topic that is gone from a broker that does not answer. A consumer does not: it asks for a topic that
/// is not there until its time is over.
public final class RejectsTopic {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private RejectsTopic() {}

    /// Reads of the topic.
    ///
    /// @param topics in the generation that is read
    /// @throws RejectsGoneException if the topic is gone
    public static <T> T read(KafkaConnection kafka, RunTopics topics, Supplier<T> reading) {
        return read(
                reading,
                () -> isGone(kafka, topics.rejects()),
                topics.rejects(),
                () -> ControlRecords.read(kafka, topics).end(topics.run()).isPresent());
    }

    /// @param isGone asked when a reading has failed
    /// @param hasEnded whether the run has; asked when the topic is gone
    static <T> T read(Supplier<T> reading, BooleanSupplier isGone, String topic, BooleanSupplier hasEnded) {
        try {
            return reading.get();
        } catch (TimeoutException | UnknownTopicOrPartitionException e) {
            if (isGone.getAsBoolean()) {
                throw new RejectsGoneException(topic, hasEnded.getAsBoolean());
            }
            throw e;
        }
    }

    private static boolean isGone(KafkaConnection kafka, String topic) {
        Admin admin = kafka.admin("shardstream-rejects-topic");
        try {
            KafkaAnswer.within(PATIENCE, admin.describeTopics(List.of(topic)).allTopicNames());
            return false;
        } catch (UnknownTopicOrPartitionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } finally {
            admin.close(Duration.ZERO);
        }
    }
}
