package io.shardstream.control.state;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;

/// What the control topic says about a run that must have been prepared.
public final class KnownRun {
    private KnownRun() {}

    /// @throws RunRefusedException if the run was never prepared, or has ended
    public static ControlRecords goingOn(KafkaConnection kafka, RunTopics topics) {
        ControlRecords records = find(kafka, topics);
        records.end(topics.run()).ifPresent(ended -> {
            throw new RunRefusedException(ended.getMessage()
                    + ", so nothing of it goes on, waits or is limited any more. To copy again, begin a new run under"
                    + " another name.");
        });
        return records;
    }

    /// What to say of a run that was never prepared.
    public static String unprepared(String run) {
        return "Run " + run + " has not been prepared yet: 'run' or 'control' does that, by its run file.";
    }

    /// The same, or that the run was prepared and its control topic has lost that.
    public static String unprepared(KafkaConnection kafka, RunTopics topics) {
        return LostControl.of(kafka, topics).orElseGet(() -> unprepared(topics.run()));
    }

    /// @throws RunRefusedException if the run was never prepared
    public static ControlRecords find(KafkaConnection kafka, RunTopics topics) {
        return prepared(kafka, topics).orElseThrow(() -> new RunRefusedException(unprepared(kafka, topics)));
    }

    /// Empty if the run was never prepared.
    public static Optional<ControlRecords> prepared(KafkaConnection kafka, RunTopics topics) {
        return ControlTopic.find(kafka, topics).filter(records -> records.plan().isPresent());
    }
}
