package io.shardstream.control.index.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Optional;

/// Whether what each node would hold of the copy fits on its own disks.
public final class NodeDiskRule {
    private static final int MOST_NAMED = 10;

    private NodeDiskRule() {}

    /// To be asked where all nodes together have room.
    ///
    /// @param shards primaries of the target
    public static Optional<Finding> of(DiskNeed need, int shards, List<NodeShare> shares) {
        long perCopy = need.primaryBytes() / shards;
        boolean fitsNowhere = !shares.isEmpty()
                && shares.stream()
                        .allMatch(share ->
                                share.room().isPresent() && share.room().getAsLong() < perCopy);
        if (fitsNowhere) {
            return Optional.of(Finding.blocks(
                    FindingCode.DISK_TOO_SMALL_FOR_A_SHARD,
                    "A shard of the target takes about " + NumberText.bytes(perCopy)
                            + ", and no node has as much below the" + " high watermark.",
                    "Give the target more shards (target.shards), or its nodes more disk."));
        }
        List<NodeShare> full = shares.stream()
                .filter(share -> share.room().orElse(Long.MAX_VALUE) < share.copies() * perCopy)
                .toList();
        if (full.isEmpty()) {
            return Optional.empty();
        }
        String names = String.join(
                "; ",
                full.stream()
                        .limit(MOST_NAMED)
                        .map(share -> "'" + share.node() + "' "
                                + NumberText.of(share.copies(), "copy of a shard", "copies of shards") + ", "
                                + NumberText.bytes(share.copies() * perCopy) + ", with room for "
                                + NumberText.bytes(share.room().orElse(0)))
                        .toList());
        return Optional.of(Finding.warns(
                FindingCode.DISK_OF_NODE_TOO_SMALL,
                "Nodes that would get more of the copy than they have room for below the high watermark: " + names
                        + (full.size() > MOST_NAMED ? "; and " + (full.size() - MOST_NAMED) + " more" : "") + ".",
                "Make room on them, or give the target more and smaller shards: the cluster moves shards away from"
                        + " them in the midst of the run, and where it cannot, writes stop at the flood stage."));
    }
}
