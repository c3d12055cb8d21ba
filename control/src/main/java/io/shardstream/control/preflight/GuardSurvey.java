package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.run.guard.GuardTrial;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;

/// Looks whether the guard that holds where the run file does not say `guard` can measure production.
final class GuardSurvey {
    private final Throttle throttle;
    private final FindingList findings;

    GuardSurvey(Throttle throttle, FindingList findings) {
        this.throttle = throttle;
        this.findings = findings;
    }

    /// What is missing here never keeps a run from working.
    void look(ElasticCluster source, ElasticCluster target) {
        if (throttle.objective().guard() != Guard.DEFAULT) {
            return;
        }
        findings.add(Finding.notes(
                FindingCode.GUARDED_BY_DEFAULT,
                "The run file does not say guard, so the run gives way on nodes that others search: while their"
                        + " processors are used more than 80%, searches wait or anything is refused.",
                "Write guard: off where the run may take all that the servers have, or guard.cpu and"
                        + " guard.search-latency for limits of your own."));
        look("source", source);
        look("target", target);
    }

    private void look(String side, ElasticCluster cluster) {
        try {
            long silent = GuardTrial.withoutProcessors(cluster);
            if (silent > 0) {
                findings.add(cannotMeasure(
                        "Of the " + side + ", " + NumberText.of(silent, "node")
                                + " cannot be guarded by how busy the processors are, which _nodes/stats does not tell.",
                        "Set throttle.per-node if that is too much for production."));
            }
        } catch (ElasticException e) {
            findings.add(cannotMeasure(
                    "Production on the " + side + " cannot be guarded, and the run would go on without a limit: "
                            + e.getMessage(),
                    "Grant the run's user the cluster privilege 'monitor', or set throttle.per-node."));
        }
    }

    private static Finding cannotMeasure(String what, String advice) {
        return Finding.warns(FindingCode.GUARD_CANNOT_MEASURE, what, advice);
    }
}
