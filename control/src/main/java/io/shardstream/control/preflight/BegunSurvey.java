package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.loop.RunEndedException;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.run.plan.Agreement;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.Optional;

/// Finds out whether `run` goes on with a run that has begun, by the rules by which it refuses to.
final class BegunSurvey {
    private final RunSettings run;
    private final ElasticCluster source;
    private final ElasticCluster target;
    private final FindingList findings;

    BegunSurvey(RunSettings run, ElasticCluster source, ElasticCluster target, FindingList findings) {
        this.run = run;
        this.source = source;
        this.target = target;
        this.findings = findings;
    }

    /// What keeps it from going on is a finding, and so is that nothing does. Of a run that has ended, or of
    /// another run file, the clusters are not asked.
    ///
    /// @param records those of a run that has a plan
    /// @return whether it goes on
    /// @throws ElasticException.Unreachable if the source does not answer
    boolean goesOn(ControlRecords records) throws ElasticException.Unreachable {
        String name = run.topics().run();
        Optional<Finding> end = records.end(name).map(BegunSurvey::ended);
        Optional<Finding> difference = Agreement.problem(run, records)
                .map(sentence -> Finding.blocks(FindingCode.RUN_FILE_DIFFERS, sentence, ""));
        end.ifPresent(findings::add);
        difference.ifPresent(findings::add);
        if (end.isPresent() || difference.isPresent() || isElsewhere(records) || isLost(records)) {
            return false;
        }
        findings.add(Finding.notes(
                FindingCode.RUN_PREPARED, "Run " + name + " was prepared already: 'run' goes on with it.", ""));
        return true;
    }

    private static Finding ended(RunEndedException end) {
        return Finding.blocks(
                FindingCode.RUN_ENDED,
                FullStop.of(String.valueOf(end.getMessage())),
                end.isCompleted()
                        ? "'run' copies nothing more. To copy again, begin a new run under another name, into another"
                                + " target index."
                        : "Begin a new run under another name.");
    }

    private boolean isElsewhere(ControlRecords records) {
        Optional<String> problem = Agreement.problemOfClusters(records, source, target);
        problem.ifPresent(sentence -> findings.add(Finding.blocks(FindingCode.CLUSTERS_DIFFER, sentence, "")));
        return problem.isPresent();
    }

    /// A cut-over may have deleted the source itself.
    private boolean isLost(ControlRecords records) throws ElasticException.Unreachable {
        RunPlan plan = records.plan().orElseThrow();
        boolean isSourceLost =
                !records.isIn(Phase.CUTTING_OVER) && !PlannedIndex.source(plan).isThere(source, findings);
        try {
            return !PlannedIndex.target(plan).isThere(target, findings) || isSourceLost;
        } catch (ElasticException.Unreachable e) {
            // It is asked again, and then told.
            return isSourceLost;
        }
    }
}
