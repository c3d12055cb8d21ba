package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Optional;

/// Whether a target that is still to be made could have fewer replicas until the backfill is done, and
/// whether it would keep to that.
public final class LaterReplicas {
    private static final String REPLICATION = "index.replication.type";

    private LaterReplicas() {}

    /// @param wish what the run file says
    /// @param replication how the target's cluster replicates where the index does not say
    /// @param primaryBytes what the source's primaries take
    /// @param dataNodes that may hold the target; of each shard a node holds one copy
    public static List<Finding> of(
            WantedTarget target, TargetReplicas wish, Optional<String> replication, long primaryBytes, int dataNodes) {
        if (target.exists()) {
            return List.of();
        }
        if (wish.areBuiltLater()) {
            return target.replicaProblem().stream()
                    .map(problem ->
                            Finding.blocks(FindingCode.REPLICAS_EXPANDED, problem, WantedTarget.EXPANSION_ADVICE))
                    .toList();
        }
        int built = Math.min(target.replicas(), dataNodes - 1);
        return built < 1 || target.hasExpandedReplicas() || copiesSegments(target, replication)
                ? List.of()
                : List.of(offer(built, primaryBytes * built));
    }

    /// Then only the primary indexes (`ReplicationType` of OpenSearch), and little is saved.
    private static boolean copiesSegments(WantedTarget target, Optional<String> replication) {
        return Optional.ofNullable(target.setting(REPLICATION))
                .or(() -> replication)
                .filter("SEGMENT"::equalsIgnoreCase)
                .isPresent();
    }

    private static Finding offer(int replicas, long bytes) {
        return Finding.notes(
                FindingCode.REPLICAS_WHILE_COPYING,
                "The target has " + NumberText.of(replicas, "replica")
                        + " of each shard while it is filled, and indexes" + " each document " + (replicas + 1)
                        + " times, once for each copy.",
                "target.replicas-while-copying: 0 lets it index each document once. When the backfill is done, about "
                        + NumberText.bytes(bytes)
                        + " of replicas are built from its files, before a cut-over. A disk that is lost until then"
                        + " takes documents with it, which 'resume --read-again' reads from the source again.");
    }
}
