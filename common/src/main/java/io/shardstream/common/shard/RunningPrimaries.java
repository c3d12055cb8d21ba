package io.shardstream.common.shard;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.WholeState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/// The primaries of an index and the processes in which their nodes run, all of one state of the cluster:
/// whether an older state of their disks was put back ([CopyIdentity#isPutBack(CopyIdentity)]) follows from
/// two of them.
///
/// @param copies by shard, without their histories, which the state does not have; nothing of a shard without
///     a primary, or whose node does not say in which process it runs
public record RunningPrimaries(Map<Integer, CopyIdentity> copies) {
    /// Of no shard.
    public static final RunningPrimaries NONE = new RunningPrimaries(Map.of());

    private static final String NO_HISTORY = "";

    private static final String FIELDS =
            "metadata.indices.*.primary_terms,metadata.indices.*.settings.index.uuid,nodes.*.ephemeral_id,"
                    + "routing_table.indices.*.shards.*.primary,routing_table.indices.*.shards.*.node,"
                    + "routing_table.indices.*.shards.*.allocation_id.id";

    public RunningPrimaries {
        copies = Map.copyOf(copies);
    }

    /// Asks for them. Nothing is known where the user may not ask, or the cluster does not know its whole
    /// state yet.
    ///
    /// @throws ElasticException if it does not answer
    public static RunningPrimaries read(ElasticCluster cluster, String index) throws ElasticException {
        try {
            return WholeState.ifTold(cluster, "metadata,nodes,routing_table", index, FIELDS)
                    .map(state -> of(state, index))
                    .orElse(NONE);
        } catch (ElasticException.Malformed e) {
            return NONE;
        }
    }

    private static RunningPrimaries of(JsonNode state, String index) {
        JsonNode metadata = state.path("metadata").path("indices").path(index);
        JsonNode shards =
                state.path("routing_table").path("indices").path(index).path("shards");
        Map<Integer, CopyIdentity> copies = new HashMap<>();
        shards.properties().forEach(shard -> {
            OptionalInt number = AnswerValues.shard(shard.getKey());
            Optional<CopyIdentity> copy = number.isEmpty()
                    ? Optional.empty()
                    : among(shard.getValue(), shard.getKey(), metadata, state.path("nodes"));
            copy.ifPresent(found -> copies.put(number.getAsInt(), found));
        });
        return new RunningPrimaries(copies);
    }

    private static Optional<CopyIdentity> among(JsonNode copies, String shard, JsonNode metadata, JsonNode nodes) {
        long term = metadata.path("primary_terms").path(shard).asLong(0);
        String uuid = metadata.path("settings").path("index").path("uuid").asString("");
        for (JsonNode copy : copies) {
            String process = nodes.path(copy.path("node").asString(""))
                    .path("ephemeral_id")
                    .asString("");
            String allocation = copy.path("allocation_id").path("id").asString("");
            if (copy.path("primary").asBoolean(false)
                    && !process.isEmpty()
                    && !allocation.isEmpty()
                    && !uuid.isEmpty()
                    && term > 0) {
                return Optional.of(new CopyIdentity(term, allocation, uuid, NO_HISTORY, process));
            }
        }
        return Optional.empty();
    }

    /// The same, with what is known of other shards: of one that has no primary now.
    public RunningPrimaries after(RunningPrimaries before) {
        Map<Integer, CopyIdentity> all = new HashMap<>(before.copies);
        all.putAll(copies);
        return new RunningPrimaries(all);
    }

    /// The same with one of the shards by the word of its copy.
    public RunningPrimaries with(int shard, CopyIdentity copy) {
        return new RunningPrimaries(Map.of(shard, copy)).after(this);
    }

    /// The same with nothing of one of the shards.
    public RunningPrimaries without(int shard) {
        Map<Integer, CopyIdentity> others = new HashMap<>(copies);
        others.remove(shard);
        return new RunningPrimaries(others);
    }

    /// Whether an older state of a shard's disk was put back since.
    public boolean isPutBackSince(RunningPrimaries before, int shard) {
        CopyIdentity then = before.copies.get(shard);
        CopyIdentity now = copies.get(shard);
        return then != null && now != null && now.isPutBack(then);
    }
}
