package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Agreed;
import io.shardstream.control.controller.Term;
import java.util.function.Function;

/// Which clusters the source and the target are in. What was noted when the run was prepared is not asked again: behind
/// a swap the cluster that production has left may be gone for good. Where nothing was noted, as by an earlier version,
/// the cluster is asked.
///
/// @param term whose control topic may have the note
record Clusters(Term term, ClusterSwitch source, ClusterSwitch target) {
    /// `cluster_uuid` of the source.
    String sourceUuid() throws ElasticException {
        return uuid(Agreed::sourceCluster, source);
    }

    /// `cluster_uuid` of the target.
    String targetUuid() throws ElasticException {
        return uuid(Agreed::targetCluster, target);
    }

    boolean areOne() throws ElasticException {
        return sourceUuid().equals(targetUuid());
    }

    private String uuid(Function<Agreed, String> noted, ClusterSwitch cluster) throws ElasticException {
        String uuid = term.read(Agreed.KEY, Agreed::decode).map(noted).orElse("");
        return uuid.isEmpty() ? cluster.clusterUuid() : uuid;
    }
}
