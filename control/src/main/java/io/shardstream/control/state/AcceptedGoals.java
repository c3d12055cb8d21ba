package io.shardstream.control.state;

import io.shardstream.common.contract.record.AcceptedHistory;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How far each source shard is to be read before a copy is complete: as the plan says, or as far as the shard
/// reached when another history of it was accepted. Used by one thread.
final class AcceptedGoals implements AutoCloseable {
    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final RunPlan plan;
    private final ControlTopicTail control;

    AcceptedGoals(KafkaConnection kafka, RunTopics topics, RunPlan plan) {
        this.kafka = kafka;
        this.topics = topics;
        this.plan = plan;
        this.control = ControlTopicTail.of(kafka, topics);
    }

    /// By source shard.
    ///
    /// @param checkpoints read before this is called, so that none is of a lineage that is not known here
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked
    List<Long> now(Map<Integer, Checkpoint> checkpoints) {
        control.poll();
        ControlRecords records =
                control.latest().plan().isPresent() ? control.latest() : ControlRecords.read(kafka, topics);
        return of(plan, checkpoints, records.all(AcceptedHistory.KEY_PREFIX, AcceptedHistory::decode));
    }

    /// A shard that has not been begun in its accepted lineage has not reached its goal.
    static List<Long> of(RunPlan plan, Map<Integer, Checkpoint> checkpoints, List<AcceptedHistory> accepted) {
        List<Long> goals = new ArrayList<>(plan.goal());
        for (AcceptedHistory history : accepted) {
            Checkpoint checkpoint = checkpoints.get(history.sourceShard());
            boolean isBegun = checkpoint != null && checkpoint.lineage() >= history.lineage();
            goals.set(history.sourceShard(), isBegun ? history.goal() : RunState.NOT_BEGUN);
        }
        return List.copyOf(goals);
    }

    @Override
    public void close() {
        control.close();
    }
}
