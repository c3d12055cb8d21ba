package io.shardstream.cli.rejects;

import io.shardstream.cli.connect.Connections;
import io.shardstream.cli.connect.PlannedRun;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.control.state.lanes.RejectsScan;
import java.util.List;
import java.util.function.ObjIntConsumer;

/// The rejects of a run, wherever it stands: Kafka has them.
///
/// @param kafka where they lie
/// @param topics the run's topics
/// @param plan its plan
/// @param hasEnded whether the run has
record StoredRejects(KafkaConnection kafka, RunTopics topics, RunPlan plan, boolean hasEnded) {
    /// @throws io.shardstream.control.state.finding.RunRefusedException if the run was never prepared
    static StoredRejects of(RunFile file) {
        KafkaConnection kafka = Connections.kafkaOfCommand(file);
        RunTopics topics = new RunTopics(file.name());
        ControlRecords said = PlannedRun.find(file, kafka);
        RunPlan plan = said.plan().orElseThrow();
        return new StoredRejects(
                kafka,
                topics.inGeneration(plan.generation()),
                plan,
                said.end(file.name()).isPresent());
    }

    /// Which of the rejected states of a document is the newest.
    RejectOrder order() {
        return new RejectOrder(plan.reading().versions());
    }

    /// By lane, the offset below which every record has its outcome; to be asked before the rejects are read, for one
    /// who wants to know which of them are open.
    List<Long> committed() {
        try (RunStateReader states = RunStateReader.glance(kafka, topics, plan)) {
            return states.committed();
        }
    }

    /// How many records Kafka does not have any more.
    long lost() {
        try (RunStateReader states = RunStateReader.withoutRejects(kafka, topics, plan)) {
            return states.read().lostRejects();
        }
    }

    /// @param sink told each record of the rejects topic with its lane
    void forEach(ObjIntConsumer<RejectRecord> sink) {
        RejectsScan.forEach(kafka, topics, plan.lanes(), sink);
    }
}
