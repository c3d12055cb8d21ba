package io.shardstream.control.index.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.OptionalLong;

/// Whether the copy fits on the target's disks below their high watermark.
public final class DiskRule {
    private DiskRule() {}

    /// Free bytes of these nodes below the watermark, empty if one does not tell.
    public static OptionalLong room(List<ClusterNode> nodes, Watermark high) {
        long room = 0;
        for (ClusterNode node : nodes) {
            if (node.totalBytes().isEmpty() || node.availableBytes().isEmpty()) {
                return OptionalLong.empty();
            }
            long kept = high.keptFree(node.totalBytes().getAsLong());
            room += Math.max(0, node.availableBytes().getAsLong() - kept);
        }
        return nodes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(room);
    }

    /// @param nodes those that may hold the target
    public static List<Finding> of(DiskNeed need, List<ClusterNode> nodes, Watermark high) {
        OptionalLong room = room(nodes, high);
        if (room.isEmpty()) {
            return List.of(Finding.unknown(
                    FindingCode.DISKS_UNKNOWN, "how much room the target's disks have, as its nodes do not tell."));
        }
        String what = "The copy takes about " + NumberText.bytes(need.bytes()) + " with "
                + NumberText.of(need.replicas(), "replica")
                + ", and "
                + NumberText.bytes(need.bytesWithMerges()) + " while segments are merged; on "
                + NumberText.of(nodes.size(), "node") + " that may hold it there is room for "
                + NumberText.bytes(room.getAsLong()) + " below the high watermark (" + high
                + ").";
        if (need.bytes() > room.getAsLong()) {
            return List.of(Finding.blocks(
                    FindingCode.DISK_TOO_SMALL,
                    what,
                    "Give the target more disk, or fewer replicas (target.replicas in the run file)."));
        }
        return List.of(
                need.bytesWithMerges() > room.getAsLong()
                        ? Finding.warns(
                                FindingCode.DISK_TIGHT_WHILE_MERGING,
                                what,
                                "Give the target more disk: merges may fill it up to the flood stage, where writes are"
                                        + " blocked.")
                        : Finding.notes(FindingCode.DISK_SUFFICIENT, what, ""));
    }
}
