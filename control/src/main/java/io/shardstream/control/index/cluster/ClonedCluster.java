package io.shardstream.control.index.cluster;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ClusterUuid;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Two clusters that have one `cluster_uuid`, since one was started from a copy of the other's disks. By their
/// uuids and those of their indices they are one: an alias would be moved, and a block looked for, in the wrong
/// one.
public final class ClonedCluster {
    private static final Logger LOG = LoggerFactory.getLogger(ClonedCluster.class);

    /// `ephemeral_id` is another one each time a node is started (`DiscoveryNode`); its other id lies on its disk.
    private static final Call NODES = Call.get("/_cluster/state/nodes")
            .with("filter_path", "cluster_uuid,nodes.*.ephemeral_id")
            .with("local", "true");

    private ClonedCluster() {}

    /// What is wrong and what to do, as sentences; empty if the clusters have a node in common, or are two by
    /// their uuids as well, or do not say their nodes.
    public static Optional<String> problem(ElasticCluster source, ElasticCluster target) throws ElasticException {
        try {
            return told(source, target);
        } catch (ElasticException.Refused e) {
            // As in SharedAliases.
            LOG.info("Whether source and target are one cluster is not known: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<String> told(ElasticCluster source, ElasticCluster target) throws ElasticException {
        Reply there = target.send(NODES);
        Reply here = source.send(NODES);
        // Empty while a node has not found its cluster: that is the uuid of none.
        Optional<String> uuid = ClusterUuid.in(here);
        boolean isSame = uuid.isPresent() && uuid.equals(ClusterUuid.in(there));
        return isSame && areOthers(nodes(here.json()), nodes(there.json()))
                ? Optional.of("Source and target are two clusters that have one cluster_uuid (" + uuid.get()
                        + "): one was started from a copy of the other's disks. Shardstream cannot tell them apart."
                        + " Give the copy a cluster_uuid of its own (on Elasticsearch 'elasticsearch-node"
                        + " unsafe-bootstrap'), or restore its indices from a snapshot.")
                : Optional.empty();
    }

    private static boolean areOthers(Set<String> here, Set<String> there) {
        return !here.isEmpty() && !there.isEmpty() && Collections.disjoint(here, there);
    }

    private static Set<String> nodes(JsonNode state) {
        return state.path("nodes")
                .valueStream()
                .map(node -> node.path("ephemeral_id").asString(""))
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
    }
}
