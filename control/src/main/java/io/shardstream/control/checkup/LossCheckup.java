package io.shardstream.control.checkup;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.CutoverNotes;
import io.shardstream.common.record.LastComparison;
import io.shardstream.common.record.RunPlan;
import io.shardstream.control.cutover.ClusterSwitch;
import io.shardstream.control.cutover.MovedAliases;
import io.shardstream.control.finding.Finding;
import io.shardstream.control.finding.FindingCode;
import io.shardstream.control.finding.FindingList;
import io.shardstream.control.target.ShardHistories;
import io.shardstream.control.target.TargetNumbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Asks the target, from a cut-over until its release, whether its shards still have what they had at the swap: a
/// shard may have been allocated empty or restored since, and production misses documents without a word.
public final class LossCheckup {
    private final String run;
    private final ElasticCluster target;
    private final FindingList findings;

    public LossCheckup(String run, ElasticCluster target, FindingList findings) {
        this.run = run;
        this.target = target;
        this.findings = findings;
    }

    /// @param said what the control topic says
    /// @param cluster the target's
    public void look(ControlRecords said, ClusterSwitch cluster) {
        Optional<RunPlan> plan = said.unreadable().isEmpty() ? said.plan() : Optional.empty();
        Optional<LastComparison> atSwap = said.of(CutoverNotes.KEY, CutoverNotes::decode)
                .flatMap(notes ->
                        said.of(LastComparison.KEY, LastComparison::decode).filter(last -> last.isOf(notes)));
        if (!said.completed() || plan.isEmpty() || atSwap.isEmpty()) {
            return;
        }
        RunPlan planned = plan.get();
        try {
            if (MovedAliases.isServing(run, planned, cluster)) {
                int shards = planned.targetRouting().shards();
                findings.addAll(
                        lost(planned, atSwap.get(), ShardHistories.read(target, planned.targetIndex(), shards)));
            }
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.TARGET_UNKNOWN,
                    "whether the target has what it had at the cut-over (" + e.getMessage() + ")."));
        }
    }

    static List<Finding> lost(RunPlan plan, LastComparison atSwap, ShardHistories now) {
        List<Integer> renewed = atSwap.histories().changedUntil(now.uuids());
        return IntStream.range(0, atSwap.target().size())
                .mapToObj(shard -> lost(
                        plan, shard, renewed.contains(shard), atSwap.target().get(shard), now.numbers()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Finding> lost(RunPlan plan, int shard, boolean isRenewed, long atSwap, TargetNumbers now) {
        String name = "Shard " + shard + " of '" + plan.targetIndex() + "' ";
        String keep = "Keep '" + plan.sourceIndex() + "', which may be the last copy: ";
        if (isRenewed) {
            return Optional.of(Finding.blocks(
                    FindingCode.LOST_SINCE_CUTOVER,
                    name + "has begun a new history since the cut-over: it was restored, or a stale or empty copy was"
                            + " made its primary, and what it had then may be gone.",
                    keep + "compare the documents of both indices, and write what is missing again."));
        }
        boolean isLess = now.tells(shard) && now.highest().get(shard) < atSwap;
        return isLess
                ? Optional.of(Finding.blocks(
                        FindingCode.LOST_SINCE_CUTOVER,
                        name + "has lost documents since the cut-over: its last sequence number was " + atSwap
                                + " then and is " + now.highest().get(shard) + " now.",
                        keep + "compare the documents of both indices, and write what is missing again."))
                : Optional.empty();
    }
}
