package io.shardstream.common.elastic;

import java.util.Optional;

/// Which cluster answers. Its uuid stays the same for as long as the cluster keeps its state, whatever its
/// name and nodes are.
public final class ClusterUuid {
    /// What the node that is asked knows itself: one without a master would not answer for half a minute.
    /// `GET /` says the same, and is a module of its own that a server may lack.
    public static final Call ASKED = Call.get("/_cluster/state/version")
            .with("filter_path", "cluster_uuid")
            .with("local", "true");

    /// What a node says that has not found its cluster yet (`ClusterState.UNKNOWN_UUID`).
    private static final String UNKNOWN = "_na_";

    private ClusterUuid() {}

    /// Needs the cluster privilege `monitor`.
    ///
    /// @throws ElasticException also while the node does not know its cluster
    public static String of(ElasticCluster cluster) throws ElasticException {
        return in(cluster.send(ASKED))
                .orElseThrow(() -> new ElasticException.Malformed("The " + cluster.name()
                        + " does not say which cluster it is: it is starting, or has no master"));
    }

    /// Empty if the node that has answered does not know it.
    ///
    /// @param reply to [#ASKED]
    public static Optional<String> in(Reply reply) throws ElasticException {
        String uuid = reply.orThrow().json().path("cluster_uuid").asString("");
        return uuid.isEmpty() || uuid.equals(UNKNOWN) ? Optional.empty() : Optional.of(uuid);
    }
}
