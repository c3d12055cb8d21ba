package io.shardstream.control.target;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.TargetHistories;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// Asks a target for the histories of its shards, which each primary's last commit tells.
public final class ShardHistories {
    private ShardHistories() {}

    /// The history of each shard; none of one without a started primary, or whose primary is just closing
    /// (`AlreadyClosedException` in Elasticsearch's `IndicesService`).
    ///
    /// @param shards how many it has
    public static TargetHistories read(ElasticCluster target, String index, int shards) throws ElasticException {
        JsonNode copies = target.send(Call.get("/" + Call.encoded(index) + "/_stats/docs")
                        .with("level", "shards")
                        .with(
                                "filter_path",
                                "indices.*.shards.*.routing,indices.*.shards.*.commit.user_data.history_uuid"))
                .orThrow()
                .json()
                .path("indices")
                .path(index)
                .path("shards");
        List<String> uuids = IntStream.range(0, shards)
                .mapToObj(shard -> ofPrimary(copies.path(Integer.toString(shard))))
                .toList();
        return new TargetHistories(uuids);
    }

    private static String ofPrimary(JsonNode copies) {
        return StreamSupport.stream(copies.spliterator(), false)
                .filter(copy -> copy.path("routing").path("primary").asBoolean(false))
                .filter(copy -> !copy.path("routing").path("state").asString("").equals("INITIALIZING"))
                .map(copy -> copy.path("commit")
                        .path("user_data")
                        .path("history_uuid")
                        .asString(""))
                .findFirst()
                .orElse("");
    }
}
