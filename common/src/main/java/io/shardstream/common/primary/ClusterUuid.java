package io.shardstream.common.primary;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;

/// Which cluster answers. Its uuid stays the same for as long as the cluster keeps its state, whatever its name and
/// nodes are.
public final class ClusterUuid {
    /// What a node says that has not found its cluster yet (`ClusterState.UNKNOWN_UUID`).
    private static final String UNKNOWN = "_na_";

    private ClusterUuid() {}

    /// Empty text if the node does not know it yet. Needs the cluster privilege `monitor`.
    public static String of(ElasticCluster cluster) throws ElasticException {
        String uuid = cluster.send(Call.get("/_cluster/state/version").with("filter_path", "cluster_uuid"))
                .orThrow()
                .json()
                .path("cluster_uuid")
                .asString("");
        return uuid.equals(UNKNOWN) ? "" : uuid;
    }
}
