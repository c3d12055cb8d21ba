package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/// The processes that control a run or stand by to do so.
public final class Controllers {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private Controllers() {}

    /// How many there are, as far as Kafka knows: one that was killed counts until its session ends.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    public static int atWork(KafkaConnection kafka, RunTopics topics) {
        Admin admin = kafka.admin("shardstream-control");
        try {
            return KafkaAnswer.within(
                            PATIENCE,
                            admin.describeConsumerGroups(List.of(topics.controllersGroup()))
                                    .all())
                    .values()
                    .stream()
                    .mapToInt(group -> group.members().size())
                    .sum();
        } catch (GroupIdNotFoundException e) {
            return 0;
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }
}
