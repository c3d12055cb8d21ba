package io.shardstream.control.preflight.server;

import io.shardstream.common.elastic.AnswerValues;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// One primary of the source.
///
/// @param documents those of Lucene: nested ones count
/// @param deleted documents that are deleted or superseded and not merged away yet
/// @param bytes what it takes on disk
/// @param highest its highest sequence number, -1 if it never took a document
public record ShardFacts(int shard, long documents, long deleted, long bytes, long highest) {
    private static final long WHOLE = 100;

    /// @param stats the answer to `GET /<index>/_stats/docs,store?level=shards`
    public static List<ShardFacts> of(String index, JsonNode stats) {
        List<ShardFacts> facts = new ArrayList<>();
        stats.path("indices").path(index).path("shards").properties().forEach(shard -> {
            for (JsonNode copy : shard.getValue()) {
                OptionalInt number = AnswerValues.shard(shard.getKey());
                if (number.isPresent() && copy.path("routing").path("primary").asBoolean(false)) {
                    facts.add(new ShardFacts(
                            number.getAsInt(),
                            copy.path("docs").path("count").asLong(0),
                            copy.path("docs").path("deleted").asLong(0),
                            copy.path("store").path("size_in_bytes").asLong(0),
                            copy.path("seq_no").path("max_seq_no").asLong(-1)));
                }
            }
        });
        return facts.stream().sorted(Comparator.comparingInt(ShardFacts::shard)).toList();
    }

    /// Documents for each hundred sequence numbers, rounded: how many of the numbers are still those of a
    /// document. 100 for a shard without any; nested documents have the numbers of their parents, so 100 is
    /// the most.
    public int density() {
        return highest < 0
                ? (int) WHOLE
                : (int) Math.min(WHOLE, Math.round((double) WHOLE * documents / (highest + 1)));
    }

    public static long bytes(List<ShardFacts> shards) {
        return shards.stream().mapToLong(ShardFacts::bytes).sum();
    }
}
