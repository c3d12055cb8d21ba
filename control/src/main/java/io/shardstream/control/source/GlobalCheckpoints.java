package io.shardstream.control.source;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The global checkpoint of every primary of an index: how far its history is settled on all copies.
public final class GlobalCheckpoints {
    private GlobalCheckpoints() {}

    /// One number per shard, in the order of the shards; -1 for a shard that never took a document.
    ///
    /// @throws RunRefusedException if a shard has no started primary, or its primary does not tell
    public static List<Long> read(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode answer = cluster.send(Call.get("/" + IndexCatalog.encoded(index) + "/_stats/docs")
                        .with("level", "shards")
                        .with("filter_path", "indices.*.shards.*.routing,indices.*.shards.*.seq_no"))
                .orThrow()
                .json();
        return of(index, shards, answer);
    }

    static List<Long> of(String index, int shards, JsonNode stats) {
        JsonNode copies = stats.path("indices").path(index).path("shards");
        List<Long> checkpoints = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            checkpoints.add(primaryOf(index, shard, copies.path(Integer.toString(shard))));
        }
        return List.copyOf(checkpoints);
    }

    private static long primaryOf(String index, int shard, JsonNode copies) {
        for (JsonNode copy : copies) {
            JsonNode routing = copy.path("routing");
            // A primary that moves is still the primary.
            String state = routing.path("state").asString("");
            if (routing.path("primary").asBoolean(false) && (state.equals("STARTED") || state.equals("RELOCATING"))) {
                return copy.path("seq_no")
                        .path("global_checkpoint")
                        .asLongOpt()
                        .orElseThrow(() -> new RunRefusedException("Shard " + shard + " of source index '" + index
                                + "' does not tell its global checkpoint: its primary is failing or closing. Try again"
                                + " when the index is at least yellow."));
            }
        }
        throw new RunRefusedException("Shard " + shard + " of source index '" + index
                + "' has no started primary: wait until the index is at least yellow.");
    }
}
