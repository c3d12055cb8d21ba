package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.TargetHistories;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// The histories of an index's shards, which each primary's last commit tells, and how far they are.
///
/// @param uuids the history of each shard; none of one without a started primary, or whose primary is just
///     closing (`AlreadyClosedException` in Elasticsearch's `IndicesService`)
/// @param numbers of the same primaries
public record ShardHistories(TargetHistories uuids, TargetNumbers numbers) {

    /// Asks for them.
    ///
    /// @param shards how many it has
    public static ShardHistories read(ElasticCluster cluster, String index, int shards) throws ElasticException {
        String copy = "indices.*.shards.*.";
        JsonNode copies = cluster.send(Call.get("/" + Call.encoded(index) + "/_stats/docs")
                        .with("level", "shards")
                        .with(
                                "filter_path",
                                copy + "routing," + copy + "seq_no," + copy + "commit.user_data.history_uuid"))
                .orThrow()
                .json()
                .path("indices")
                .path(index)
                .path("shards");
        List<JsonNode> primaries = IntStream.range(0, shards)
                .mapToObj(shard -> primaryAmong(copies.path(Integer.toString(shard))))
                .toList();
        return new ShardHistories(
                new TargetHistories(
                        primaries.stream().map(ShardHistories::historyOf).toList()),
                new TargetNumbers(
                        primaries.stream()
                                .map(primary -> number(primary, "global_checkpoint", -1))
                                .toList(),
                        primaries.stream()
                                .map(primary -> number(primary, "max_seq_no", Long.MAX_VALUE))
                                .toList()));
    }

    private static JsonNode primaryAmong(JsonNode copies) {
        return StreamSupport.stream(copies.spliterator(), false)
                .filter(copy -> copy.path("routing").path("primary").asBoolean(false))
                .filter(copy -> !copy.path("routing").path("state").asString("").equals("INITIALIZING"))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    private static String historyOf(JsonNode primary) {
        return primary.path("commit").path("user_data").path("history_uuid").stringValue("");
    }

    private static long number(JsonNode primary, String name, long unknown) {
        return primary.path("seq_no").path(name).asLong(unknown);
    }
}
