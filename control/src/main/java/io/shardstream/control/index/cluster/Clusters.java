package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.util.function.Function;

/// Which clusters the source and the target are in. What was noted when the run was prepared is not asked
/// again: behind a swap the cluster that production has left may be gone for good. Where nothing was noted,
/// as by an earlier version, the cluster is asked.
///
/// @param term whose control topic may have the note
public record Clusters(ControllerEpoch term, ClusterSwitch source, ClusterSwitch target) {
    /// `cluster_uuid` of the source.
    public String sourceUuid() throws ElasticException {
        return uuid(Agreed::sourceCluster, source);
    }

    /// `cluster_uuid` of the target.
    public String targetUuid() throws ElasticException {
        return uuid(Agreed::targetCluster, target);
    }

    public boolean areOne() throws ElasticException {
        return sourceUuid().equals(targetUuid());
    }

    private String uuid(Function<Agreed, String> noted, ClusterSwitch cluster) throws ElasticException {
        String uuid = term.read(Agreed.KEY, Agreed::decode).map(noted).orElse("");
        return uuid.isEmpty() ? cluster.clusterUuid() : uuid;
    }
}
