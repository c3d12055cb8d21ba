package io.shardstream.common.shard;

import io.shardstream.common.elastic.Call;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Where an index would look for documents with a routing value: `GET <index>/_search_shards?routing=`, for
/// which the index privilege `view_index_metadata` is enough.
public final class RoutedShards {
    private RoutedShards() {}

    /// @param value without a comma: the parameter takes several values with commas between
    public static Call call(String index, String value) {
        return Call.get("/" + Call.encoded(index) + "/_search_shards")
                .with("routing", value)
                .with("filter_path", "shards.shard");
    }

    /// The numbers of the shards that the answer names; -1 for one without a number.
    public static Set<Integer> of(JsonNode answer) {
        Set<Integer> shards = new TreeSet<>();
        for (JsonNode copies : answer.path("shards")) {
            shards.add(copies.path(0).path("shard").asInt(-1));
        }
        return shards;
    }
}
