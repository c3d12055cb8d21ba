package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The snapshots that are being taken and have an index, which servers do not delete meanwhile
/// (`MetadataDeleteIndexService`: "Cannot delete indices that are being snapshotted"). One that may lack shards
/// (`partial`) does not keep an index (`SnapshotsService.snapshottingIndices`).
final class RunningSnapshots {
    private static final String ALL = "snapshots.snapshots.";
    private static final String FIELDS =
            String.join(",", ALL + "repository", ALL + "snapshot", ALL + "partial", ALL + "indices");

    private RunningSnapshots() {}

    /// Their names, `<repository>/<snapshot>`; none where the cluster does not tell its state to this user.
    static List<String> of(ElasticCluster cluster, String index) throws ElasticException {
        try {
            return in(
                    cluster.send(Call.get("/_cluster/state/customs").with("filter_path", FIELDS))
                            .orThrow()
                            .json(),
                    index);
        } catch (ElasticException.Refused e) {
            return List.of();
        }
    }

    private static List<String> in(JsonNode state, String index) {
        List<String> names = new ArrayList<>();
        for (JsonNode snapshot : state.path("snapshots").path("snapshots")) {
            boolean hasIndex = snapshot.path("indices")
                    .valueStream()
                    .anyMatch(one -> one.path("name").asString("").equals(index));
            if (hasIndex && !snapshot.path("partial").asBoolean(false)) {
                names.add(Printable.of(snapshot.path("repository").asString("") + "/"
                        + snapshot.path("snapshot").asString("")));
            }
        }
        return List.copyOf(names);
    }
}
