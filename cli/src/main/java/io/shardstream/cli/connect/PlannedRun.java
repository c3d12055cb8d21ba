package io.shardstream.cli.connect;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.run.plan.Agreement;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.KnownRun;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import java.util.function.Consumer;

/// The run that a run file names, as its control topic has it. All processes and commands find it here: each works by
/// the plan, whatever its run file says, so that one which says anything else is refused, or is told where it only
/// looks.
public final class PlannedRun {
    private PlannedRun() {}

    /// @throws RunRefusedException if the run was never prepared, or the run file does not belong to it
    public static ControlRecords find(RunFile file, KafkaConnection kafka) {
        ControlRecords records = look(file, kafka).orElseThrow(() -> new RunRefusedException(unprepared(file, kafka)));
        require(file, records);
        return records;
    }

    /// For one who also works with the run's indices.
    ///
    /// @throws RunRefusedException also if the clusters are not those of the run
    public static ControlRecords find(RunFile file, Connections to) {
        ControlRecords records = find(file, to.kafka());
        Agreement.requireClusters(records, to.source(), to.target());
        return records;
    }

    /// For one who gives production back to the source.
    ///
    /// @param warnings told if the target's cluster is not that of the run and has no such index
    /// @throws RunRefusedException also if the clusters are others
    public static ControlRecords findToGiveBack(RunFile file, Connections to, Consumer<String> warnings) {
        ControlRecords records = find(file, to.kafka());
        Agreement.requireToGiveBack(records, to.source(), to.target(), warnings);
        return records;
    }

    /// @throws RunRefusedException also if the run has ended
    public static ControlRecords goingOn(RunFile file, KafkaConnection kafka) {
        ControlRecords records = KnownRun.goingOn(kafka, new RunTopics(file.name()));
        require(file, records);
        return records;
    }

    /// For one who waits for it, only looks at it, or steers it by its name; see [#require] and [#problem].
    /// Empty if the run was never prepared.
    public static Optional<ControlRecords> look(RunFile file, KafkaConnection kafka) {
        return KnownRun.prepared(kafka, new RunTopics(file.name()));
    }

    /// What its control topic says, also of a run that has no plan; see [#require]. Empty if there is no such
    /// topic.
    public static Optional<ControlRecords> said(RunFile file, KafkaConnection kafka) {
        return ControlTopic.find(kafka, new RunTopics(file.name()));
    }

    /// @throws RunRefusedException if the run file does not belong to the run
    public static void require(RunFile file, ControlRecords records) {
        Agreement.require(RunFileMapping.settings(file), records);
    }

    /// Why the run file does not belong to the run, as a sentence or two; empty if it does.
    public static Optional<String> problem(RunFile file, ControlRecords records) {
        return Agreement.problem(RunFileMapping.settings(file), records);
    }

    /// Why the clusters of a run file are not those of the run, as a sentence; empty if they are.
    public static Optional<String> problemOfClusters(ControlRecords records, Connections to) {
        return Agreement.problemOfClusters(records, to.source(), to.target());
    }

    /// What to say of a run that was never prepared, or whose control topic has lost that.
    public static String unprepared(RunFile file, KafkaConnection kafka) {
        return KnownRun.unprepared(kafka, new RunTopics(file.name()));
    }
}
