package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.LastComparison;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.target.ShardHistories;
import io.shardstream.control.run.cutover.MovedAliases;
import io.shardstream.control.run.cutover.ProductionAt;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks the target, from a cut-over until its release, whether its shards still have what they had at the
/// swap: a shard may have been allocated empty or restored since, and production misses documents without a
/// word.
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
                findings.addAll(lost(
                        planned,
                        ProductionAt.sourceIndex(said).orElse(planned.sourceIndex()),
                        atSwap.get(),
                        ShardHistories.read(target, planned.targetIndex(), shards)));
            }
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.TARGET_UNKNOWN,
                    "whether the target has what it had at the cut-over (" + e.getMessage() + ")."));
        }
    }

    /// @param source the index that has what the source had then: the source, or the copy of it that the
    ///     cut-over made
    static List<Finding> lost(RunPlan plan, String source, LastComparison atSwap, ShardHistories now) {
        List<Integer> renewed = atSwap.histories().changedUntil(now.uuids());
        List<Integer> silent = new ArrayList<>();
        List<Integer> fewer = new ArrayList<>();
        for (int shard = 0; shard < atSwap.target().size(); shard++) {
            if (renewed.contains(shard)) {
                // Its numbers are given out anew.
                continue;
            }
            if (!now.numbers().tells(shard)) {
                silent.add(shard);
            } else if (now.numbers().highest().get(shard) < atSwap.target().get(shard)) {
                fewer.add(shard);
            }
        }
        List<Finding> findings = new ArrayList<>();
        if (!renewed.isEmpty()) {
            findings.add(Finding.blocks(
                    FindingCode.LOST_SINCE_CUTOVER,
                    have(renewed, plan.targetIndex())
                            + " begun a new history since the cut-over: it was restored, or a stale or"
                            + " empty copy was made its primary, and what it had then may be gone.",
                    keep(source)));
        }
        if (!fewer.isEmpty()) {
            int first = fewer.getFirst();
            findings.add(Finding.blocks(
                    FindingCode.LOST_SINCE_CUTOVER,
                    have(fewer, plan.targetIndex())
                            + " lost documents since the cut-over: the last sequence number of shard "
                            + first + " was " + atSwap.target().get(first) + " then and is "
                            + now.numbers().highest().get(first) + " now.",
                    keep(source)));
        }
        if (!silent.isEmpty()) {
            findings.add(Finding.unknown(
                    FindingCode.TARGET_UNKNOWN,
                    "whether '" + plan.targetIndex() + "' has what it had at the cut-over: "
                            + (silent.size() == 1
                                    ? "shard " + silent.getFirst() + " does not tell"
                                    : "shards " + named(silent) + " do not tell")
                            + " the last sequence number."));
        }
        return findings;
    }

    private static String have(List<Integer> shards, String index) {
        return shards.size() == 1
                ? "Shard " + shards.getFirst() + " of '" + index + "' has"
                : "Shards " + named(shards) + " of '" + index + "' have";
    }

    private static String named(List<Integer> shards) {
        return NameList.of(shards.stream().map(String::valueOf).toList());
    }

    private static String keep(String source) {
        return "Keep '" + source
                + "', which may be the last copy: compare the documents of both indices, and write what"
                + " is missing again.";
    }
}
