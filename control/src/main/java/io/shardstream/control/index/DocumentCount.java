package io.shardstream.control.index;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/// How many documents a query finds, exactly. A count that misses a shard is none; `_count` would not say that it was
/// ended before it was through.
public final class DocumentCount {
    private DocumentCount() {}

    /// @param clusterName what sentences call the cluster
    /// @param routing only in the shards to which it leads; empty for all
    /// @param query in JSON
    /// @throws ElasticException also if not every shard was counted
    public static long of(IndexCalls cluster, String clusterName, String index, String routing, String query)
            throws ElasticException {
        String body = "{\"size\":0,\"track_total_hits\":true,\"query\":" + query + "}";
        Call count = OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(body)));
        JsonNode answer = OwnSearches.answer(cluster.send(routing.isEmpty() ? count : count.with("routing", routing)));
        JsonNode shards = answer.path("_shards");
        JsonNode total = answer.path("hits").path("total");
        OptionalLong documents = AnswerValues.number(total.path("value"));
        if (shards.path("successful").asInt(0) != shards.path("total").asInt(-1)
                || documents.isEmpty()
                || !total.path("relation").asString("").equals("eq")) {
            throw new ElasticException.Malformed(
                    "Not every shard of '" + index + "' was counted by the " + clusterName + ": " + shards);
        }
        return documents.getAsLong();
    }
}
