package io.shardstream.control.checkup;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.cutover.ClusterSwitch;
import io.shardstream.control.cutover.LeftBlock;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingList;

/// Looks whether a run has left its write block on the source, where Kafka does not say what the run does.
public final class BlockCheckup {
    private final String run;
    private final FindingList findings;

    public BlockCheckup(String run, FindingList findings) {
        this.run = run;
        this.findings = findings;
    }

    /// That a cluster does not answer is found elsewhere.
    public void look(ClusterSwitch source, String sourceIndex, ClusterSwitch target, String targetIndex) {
        try {
            LeftBlock.alias(run, source, sourceIndex, target, targetIndex)
                    .ifPresent(alias -> findings.addFirst(Finding.blocks(
                            "writes",
                            "Writes to '" + sourceIndex + "' are refused: run " + run
                                    + " has blocked them, through alias '" + alias + "'.",
                            "'abort' takes that back when Kafka answers again. docs/emergency.md says how to do it"
                                    + " without Kafka.")));
        } catch (ElasticException e) {
            findings.add(Finding.unknown("whether the run has blocked writes (" + e.getMessage() + ")."));
        }
    }
}
