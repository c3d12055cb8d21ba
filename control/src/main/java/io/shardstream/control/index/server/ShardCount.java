package io.shardstream.control.index.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/// The target's shards beside those that its cluster has already.
///
/// @param primaries of the target
/// @param replicas of each
/// @param isNew whether they are still to be made
/// @param dataNodes that may hold them
/// @param countedNodes by which the cluster multiplies `mostPerNode`: those of all tiers that hold ordinary
///     shards
/// @param others ordinary shards that the cluster has now, all copies counted
/// @param mostPerNode `cluster.max_shards_per_node`
public record ShardCount(
        int primaries, int replicas, boolean isNew, int dataNodes, int countedNodes, long others, long mostPerNode) {
    /// What Elastic's and OpenSearch's guides to sizing call large.
    private static final long LARGE = 50L << 30;

    private static final long SMALL = 1L << 30;

    /// @param primaryBytes what the source's primaries take
    public List<Finding> findings(long primaryBytes) {
        List<Finding> findings = new ArrayList<>();
        long wanted = (long) primaries * (1 + replicas);
        if (isNew && countedNodes > 0 && others + wanted > mostPerNode * countedNodes) {
            findings.add(Finding.blocks(
                    FindingCode.SHARD_LIMIT_EXCEEDED,
                    "The target's cluster has " + NumberText.of(others, "shard") + ", takes "
                            + NumberText.count(mostPerNode)
                            + " on each data node, of which it has " + countedNodes + ", and would get " + wanted
                            + " more.",
                    "Delete indices that nobody needs, or raise cluster.max_shards_per_node; it refuses to create the"
                            + " target otherwise."));
        }
        if (dataNodes > 0 && replicas >= dataNodes) {
            findings.add(Finding.warns(
                    FindingCode.REPLICAS_UNASSIGNED,
                    "The target has " + NumberText.of(replicas, "replica") + " of each shard, and "
                            + NumberText.of(dataNodes, "data node") + " to hold them: some replicas stay unassigned.",
                    "Set target.replicas to " + (dataNodes - 1) + " at most, or add nodes."));
        }
        if (primaryBytes / primaries > LARGE) {
            findings.add(Finding.warns(
                    FindingCode.SHARDS_LARGE,
                    "A shard of the target would take about " + NumberText.bytes(primaryBytes / primaries) + ".",
                    "Give it more shards (target.shards), so that each takes 10 to 50 GB: large ones move and recover"
                            + " slowly."));
        } else if (primaries > 1 && primaryBytes / primaries < SMALL) {
            findings.add(Finding.notes(
                    FindingCode.SHARDS_SMALL,
                    "A shard of the target would take about " + NumberText.bytes(primaryBytes / primaries) + ".",
                    "Fewer shards would do (target.shards), if the index does not grow."));
        }
        return findings;
    }
}
