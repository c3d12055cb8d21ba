package io.shardstream.common.shard;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Asked;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// The copy that the master of the cluster holds for a shard's primary. A copy that calls itself the primary
/// and is another one has been cut off from the others, or has handed over to another node: they may have gone
/// on without it.
///
/// @param term the primary term, 0 if the cluster does not know the shard
/// @param allocationId of the copy, empty if there is none; a relocation, which keeps the term, ends with
///     another one
/// @param moves whether it is being relocated: then it may have handed over already, of which the master hears
///     last
public record ElectedPrimary(long term, String allocationId, boolean moves) {
    private static final String FIELDS = "metadata.indices.*.primary_terms,routing_table.indices.*.shards.*.primary,"
            + "routing_table.indices.*.shards.*.state,routing_table.indices.*.shards.*.allocation_id.id";

    /// Of a shard that the cluster does not know.
    static final ElectedPrimary NONE = new ElectedPrimary(0, "", false);

    /// @param who what a sentence calls whoever is asked, at its beginning
    /// @throws ElasticException also where no master stands behind what is told
    public static ElectedPrimary read(Asked asked, String who, String index, int shard) throws ElasticException {
        return ofAll(asked, who, index).getOrDefault(shard, NONE);
    }

    /// Those of all shards of the index that the cluster knows, by shard, in one answer.
    /// A node that has lost its master would confirm itself: what it tells is none.
    static Map<Integer, ElectedPrimary> ofAll(Asked asked, String who, String index) throws ElasticException {
        JsonNode state = WholeState.of(asked, who, "metadata,routing_table", index, FIELDS);
        JsonNode copies =
                state.path("routing_table").path("indices").path(index).path("shards");
        Map<Integer, ElectedPrimary> all = new HashMap<>();
        for (Map.Entry<String, JsonNode> term : state.path("metadata")
                .path("indices")
                .path(index)
                .path("primary_terms")
                .properties()) {
            OptionalInt shard = AnswerValues.shard(term.getKey());
            if (shard.isPresent()) {
                all.put(
                        shard.getAsInt(),
                        among(copies.path(term.getKey()), term.getValue().asLong(0)));
            }
        }
        return all;
    }

    private static ElectedPrimary among(JsonNode copies, long term) {
        for (JsonNode copy : copies) {
            if (copy.path("primary").asBoolean(false)) {
                return new ElectedPrimary(
                        term,
                        copy.path("allocation_id").path("id").asString(""),
                        copy.path("state").asString("").equals("RELOCATING"));
            }
        }
        return new ElectedPrimary(term, "", false);
    }

    /// Whether it is that copy.
    public boolean is(CopyIdentity copy) {
        return term == copy.term() && allocationId.equals(copy.allocationId());
    }
}
