package io.shardstream.common.shard;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Which index of which cluster answers to a name.
///
/// @param cluster `cluster_uuid`
/// @param index its uuid; empty text if the cluster certainly has no index of that name
public record IndexIdentity(String cluster, String index) {
    private static final String FIELDS = "cluster_uuid,metadata.indices.*.settings.index.uuid";

    /// Asks the elected master, by one request.
    ///
    /// @return empty if the cluster does not tell its state to this user
    /// @throws ElasticException also while the cluster does not know its whole state, as one that is starting
    public static Optional<IndexIdentity> of(ElasticCluster cluster, String index) throws ElasticException {
        Optional<JsonNode> told = WholeState.ifTold(cluster, "metadata", index, FIELDS);
        if (told.isEmpty()) {
            return Optional.empty();
        }
        JsonNode state = told.get();
        JsonNode found = state.path("metadata").path("indices").path(index);
        JsonNode uuid = found.path("settings").path("index").path("uuid");
        if (!found.isMissingNode() && (!uuid.isString() || uuid.stringValue().isEmpty())) {
            throw new ElasticException.Malformed(
                    "The " + cluster.name() + " has an index '" + index + "' and does not tell its uuid");
        }
        return Optional.of(new IndexIdentity(state.path("cluster_uuid").asString(""), uuid.asString("")));
    }

    /// Whether that is certain.
    public boolean isInOtherCluster(IndexIdentity planned) {
        return !planned.cluster.isEmpty() && !cluster.equals(planned.cluster);
    }

    /// Why this is not the index that a run works with, as a sentence; empty if it is, or if the index is
    /// gone from the right cluster, which whoever works with it is told by its own requests.
    ///
    /// @param side `source` or `target`
    /// @param name of the index
    /// @param planned what it was when the run began; its cluster is empty where that was not written down
    public Optional<String> problem(String side, String name, IndexIdentity planned) {
        boolean isOtherCluster = isInOtherCluster(planned);
        if (index.equals(planned.index) || (index.isEmpty() && !isOtherCluster)) {
            return Optional.empty();
        }
        if (index.isEmpty()) {
            return Optional.of(
                    "The %s cluster of this run file is not the one of the run, and has no index '%s'. Correct %s.nodes in the run file, or, if that cluster has lost its data, give the run up ('abort --run')."
                            .formatted(side, name, side));
        }
        if (planned.cluster.isEmpty()) {
            return Optional.of(otherIndex(side, name, index, planned.index));
        }
        return Optional.of(
                isOtherCluster
                        ? otherCluster(side, name, index, planned.index)
                        : "The %s index '%s' was deleted and made again: its uuid is %s, and the run's index has the uuid %s. Begin a new run under another name."
                                .formatted(side, name, index, planned.index));
    }

    /// What to say of an index of the right name in another cluster.
    public static String otherCluster(String side, String name, String found, String planned) {
        return "The %s cluster of this run file is not the one of the run: its index '%s' has the uuid %s, and the run's index has the uuid %s. Correct %s.nodes in the run file."
                .formatted(side, name, found, planned, side);
    }

    /// What to say of an index of the right name that is another one, where it is not known why.
    static String otherIndex(String side, String name, String found, String planned) {
        return "The %s index '%s' is not the one of the run: its uuid is %s, and the run's index has the uuid %s. If the run file leads to another cluster, correct %s.nodes; if the index was deleted and made again, begin a new run under another name."
                .formatted(side, name, found, planned, side);
    }
}
