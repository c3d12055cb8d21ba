package io.shardstream.control.run.reread;

import io.shardstream.common.contract.record.RunPlan;
import java.util.List;

/// The topics of a run's lanes, one generation after another. All calls block, and throw
/// [org.apache.kafka.common.KafkaException] if Kafka cannot be asked.
public interface LaneTopics {
    /// What is seen to be missing of the generation that the plan names, as sentences; empty if nothing is.
    /// What is gone is not always seen: of a lane that was cut and filled up again the group's commit may not
    /// say so.
    List<String> lost(RunPlan plan);

    /// Whether nobody has published anything by that plan yet.
    boolean isUnread(RunPlan plan);

    /// Makes those of the generation after that of the plan, or finds what an attempt that was broken off has
    /// made; and anew the topic of checkpoints, if that has lost some.
    ///
    /// @return the id of the docs topic
    /// @throws io.shardstream.control.state.finding.RunRefusedException if they cannot be made, or hold
    ///     records already
    String make(RunPlan plan);

    /// Notes in the next generation which rejected documents were published with other bytes than the
    /// source's, on purpose, as far as it can still be read in this one. May be done again.
    ///
    /// @param next the plan of the next generation
    void carryOver(RunPlan plan, RunPlan next);

    /// A docs topic of a generation before that of a plan.
    ///
    /// @param id which one of that name: another run's may have its name later
    record Earlier(String name, String id) {}

    /// Docs topics of the generations before that of the plan which are still there.
    List<Earlier> earlier(RunPlan plan);

    /// Whether processes are at work as writers of the plan's generation, as far as their group knows.
    boolean hasWriters(RunPlan plan);

    /// Deletes a docs topic of an earlier generation, unless it is gone.
    void delete(Earlier docs);
}
