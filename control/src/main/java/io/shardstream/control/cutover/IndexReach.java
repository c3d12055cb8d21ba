package io.shardstream.control.cutover;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.history.ShardReach;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// How far the shards of an index are, as its primaries say.
final class IndexReach {
    private static final String COPY = "indices.*.shards.*.";

    private IndexReach() {}

    /// @param shards how many it has: an answer leaves out those that have no copy at work
    /// @throws ElasticException also if not every primary says so
    static List<ShardReach> of(ElasticCluster cluster, String index, int shards) throws ElasticException {
        JsonNode told = cluster.send(Call.get("/" + Call.encoded(index) + "/_stats/docs")
                        .with("level", "shards")
                        .with(
                                "filter_path",
                                COPY + "seq_no.max_seq_no," + COPY + "routing.primary," + COPY
                                        + "commit.user_data.history_uuid"))
                .orThrow()
                .json()
                .path("indices")
                .path(index)
                .path("shards");
        List<ShardReach> reach = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            reach.add(of(
                    cluster.name() + " does not say how far the primary of " + index + "[" + shard + "] is",
                    told.path(String.valueOf(shard))));
        }
        return List.copyOf(reach);
    }

    private static ShardReach of(String problem, JsonNode copies) throws ElasticException {
        for (JsonNode copy : copies) {
            OptionalLong number = AnswerValues.number(copy.path("seq_no").path("max_seq_no"));
            JsonNode history = copy.path("commit").path("user_data").path("history_uuid");
            if (copy.path("routing").path("primary").asBoolean(false) && number.isPresent() && history.isString()) {
                return new ShardReach(history.stringValue(), number.getAsLong());
            }
        }
        throw new ElasticException.Malformed("The " + problem);
    }
}
