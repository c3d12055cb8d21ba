package io.shardstream.common.kafka;

import io.shardstream.common.record.RunPhase;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import java.util.Map;
import java.util.Optional;

/// What the control topic of a run says at the moment of reading.
///
/// @param plan the plan, empty before control has written it
/// @param phase the phase, empty before control has written it
public record ControlTopic(Optional<RunPlan> plan, Optional<RunPhase> phase) {
    /// Reads the topic to its end.
    ///
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked or has no such topic
    /// @throws io.shardstream.common.record.UnknownRecordException if another version wrote it
    public static ControlTopic read(KafkaConnection kafka, RunTopics topics) {
        Map<String, byte[]> values = CompactedPartition.read(kafka, topics.control(), 0);
        return new ControlTopic(
                Optional.ofNullable(values.get(RunPlan.KEY)).map(RunPlan::decode),
                Optional.ofNullable(values.get(RunPhase.KEY)).map(RunPhase::decode));
    }
}
