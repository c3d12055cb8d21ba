package io.shardstream.control.preflight.checkup;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.run.cutover.MovedAliases;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;

/// Asks whether production's aliases are where they should be: on the source while a run copies, and from a
/// cut-over until its release where that has left them.
public final class AliasCheckup {
    private final String run;
    private final FindingList findings;

    public AliasCheckup(String run, FindingList findings) {
        this.run = run;
        this.findings = findings;
    }

    /// While the run copies.
    ///
    /// @param said what the control topic says
    public void lookAtSource(ControlRecords said, ClusterSwitch source) {
        try {
            findings.addAll(MovedAliases.whileCopying(said, source));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.ALIASES_UNKNOWN, "where the source's aliases are now (" + e.getMessage() + ")."));
        }
    }

    /// @param said what the control topic says
    public void look(ControlRecords said, ClusterSwitch target) {
        if (!said.unreadable().isEmpty()) {
            return;
        }
        try {
            findings.addAll(MovedAliases.of(run, said, target));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.ALIASES_UNKNOWN,
                    "where production's aliases are since the cut-over (" + e.getMessage() + ")."));
        }
    }
}
