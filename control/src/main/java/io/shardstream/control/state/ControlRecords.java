package io.shardstream.control.state;

import io.shardstream.common.kafka.CompactedPartition;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.Blocked;
import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.topics.KafkaAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// What the control topic holds at the moment of reading.
///
/// @param plan empty before the run was prepared
/// @param phase empty before the run was prepared
/// @param originals empty before the run was prepared
/// @param blocked the parts that wait for a person
public record ControlRecords(
        Optional<RunPlan> plan, Optional<RunPhase> phase, Optional<TargetOriginals> originals, List<Blocked> blocked) {
    public static final ControlRecords NONE =
            new ControlRecords(Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public ControlRecords {
        blocked = List.copyOf(blocked);
    }

    /// Reads the topic to its end.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked or has no such topic
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote it
    public static ControlRecords read(KafkaConnection kafka, RunTopics topics) {
        return of(CompactedPartition.read(kafka, topics.control(), 0));
    }

    /// The same, from a process that does not know whether the run was ever prepared.
    ///
    /// @return empty if there is no control topic
    /// @throws io.shardstream.control.refusal.RunRefusedException if Kafka does not answer
    public static Optional<ControlRecords> find(KafkaConnection kafka, RunTopics topics) {
        Admin admin = kafka.admin("shardstream-control");
        try {
            KafkaAnswer.first(admin.describeCluster().clusterId(), kafka.bootstrap());
            KafkaAnswer.of(admin.describeTopics(List.of(topics.control())).allTopicNames());
        } catch (UnknownTopicOrPartitionException e) {
            return Optional.empty();
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
        return Optional.of(read(kafka, topics));
    }

    static ControlRecords of(Map<String, byte[]> values) {
        return new ControlRecords(
                Optional.ofNullable(values.get(RunPlan.KEY)).map(RunPlan::decode),
                Optional.ofNullable(values.get(RunPhase.KEY)).map(RunPhase::decode),
                Optional.ofNullable(values.get(TargetOriginals.KEY)).map(TargetOriginals::decode),
                values.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(Blocked.KEY_PREFIX))
                        .map(entry -> Blocked.decode(entry.getValue()))
                        .toList());
    }

    public boolean completed() {
        return phase.filter(RunPhase.COMPLETED::equals).isPresent();
    }
}
