package io.shardstream.control.preflight.checkup;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.run.block.LeftBlock;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;

/// Asks the servers whether a run has left its write block on the index that production uses: where Kafka
/// does not say what the run does, and where it says nothing of a block.
public final class BlockCheckup {
    private final String run;
    private final boolean doesKafkaAnswer;
    private final boolean wasCutOver;
    private final FindingList findings;

    /// @param doesKafkaAnswer whether the control topic was read
    /// @param wasCutOver whether it says that the run was cut over: a rollback goes by what it says
    public BlockCheckup(String run, boolean doesKafkaAnswer, boolean wasCutOver, FindingList findings) {
        this.run = run;
        this.doesKafkaAnswer = doesKafkaAnswer;
        this.wasCutOver = wasCutOver;
        this.findings = findings;
    }

    /// What the control topic says already is not said twice. That a cluster does not answer is found
    /// elsewhere.
    public void look(ClusterSwitch source, String sourceIndex, ClusterSwitch target, String targetIndex) {
        if (findings.has(FindingCode.WRITES_REFUSED)) {
            return;
        }
        try {
            LeftBlock.find(run, source, sourceIndex, target, targetIndex)
                    .ifPresent(block ->
                            findings.addFirst(Finding.blocks(FindingCode.WRITES_REFUSED, what(block), remedy(block))));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.WRITE_BLOCK_UNKNOWN, "whether the run has blocked writes (" + e.getMessage() + ")."));
        }
    }

    private String what(LeftBlock block) {
        return "Writes to '" + block.index() + "' are refused: "
                + (doesKafkaAnswer
                        ? "it has a write block, and alias '" + block.alias() + "' of run " + run
                                + ". The control topic does not say that the run has set it."
                        : "run " + run + " has blocked them, through alias '" + block.alias() + "'.");
    }

    private String remedy(LeftBlock block) {
        if (!doesKafkaAnswer) {
            return switch (block.end()) {
                case ABORT ->
                    "'abort' takes that back when Kafka answers again. docs/emergency.md says how to do it without"
                            + " Kafka.";
                case ROLLBACK ->
                    "'rollback' finishes it when Kafka answers again. docs/emergency.md says how to do it without"
                            + " Kafka.";
                case LIFT_TARGET ->
                    "'rollback' or 'release' lifts it when Kafka answers again, or 'cutover' where that called"
                            + " cutover.on-swap. docs/emergency.md says how to do it without Kafka.";
            };
        }
        return switch (block.end()) {
            case ABORT -> "'abort' says whether it lifts the block, and who has set it.";
            case ROLLBACK ->
                wasCutOver
                        ? "'rollback' finishes it."
                        : "A rollback has moved production back, and the control topic knows of no cut-over: 'abort'"
                                + " says whether it lifts the block, and who has set it.";
            case LIFT_TARGET ->
                "Ask whoever set it, or lift it unless the run rolls back at the moment: "
                        + WriteBlock.lifting(block.alias()) + ".";
        };
    }
}
