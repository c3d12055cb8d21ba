package io.shardstream.common.primary;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What a node says about a shard of its own: counters first, then term and allocation, so that what
/// the identity says held when the counters were read or has shown a change since.
final class NodeShards {
    private final ElasticNode node;
    private final ServerVersion version;
    private final Call stats;
    private final Call state;
    private final String index;
    private final String shard;

    NodeShards(ElasticNode node, ServerVersion version, String index, int shard) {
        this.node = node;
        this.version = version;
        this.index = index;
        this.shard = Integer.toString(shard);
        String each = "nodes.*.indices.shards." + (index.contains(".") ? "*" : index) + "." + shard + ".";
        this.stats = Call.get("/_nodes/_local/stats/indices/refresh")
                .with("level", "shards")
                .with(
                        "filter_path",
                        each + "routing," + each + "seq_no," + each + "commit.user_data.history_uuid," + each
                                + "refresh.external_total");
        Call anyState = Call.get("/_cluster/state/metadata,routing_table/" + Call.encoded(index))
                .with(
                        "filter_path",
                        "metadata.indices.*.primary_terms,metadata.indices.*.settings.index.uuid,"
                                + "routing_table.indices.*.shards." + shard);
        this.state = version.alwaysGivesItsOwnState() ? anyState : anyState.with("local", "true");
    }

    ElasticNode node() {
        return node;
    }

    ServerVersion version() {
        return version;
    }

    /// The numbers of the shard's primary, empty if this node does not say that it holds it. A primary
    /// that is being moved away is the primary until the other one has started.
    Optional<Numbers> askPrimary() throws ElasticException {
        for (Map.Entry<String, JsonNode> self :
                node.send(stats).orThrow().json().path("nodes").properties()) {
            for (JsonNode copy : self.getValue().path("indices").path("shards").path(index)) {
                JsonNode numbers = copy.path(shard);
                JsonNode routing = numbers.path("routing");
                if (routing.path("primary").asBoolean(false)
                        && isStarted(routing.path("state").asString(""))
                        && isOpen(numbers)) {
                    return identityOf(self.getKey(), historyOf(numbers))
                            .map(identity -> new Numbers(
                                    identity,
                                    numbers.path("seq_no")
                                            .path("global_checkpoint")
                                            .asLong(-1),
                                    numbers.path("seq_no").path("max_seq_no").asLong(-1),
                                    numbers.path("refresh")
                                            .path("external_total")
                                            .asLong(0)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isStarted(String state) {
        return state.equals("STARTED") || state.equals("RELOCATING");
    }

    /// A copy whose engine is closed, as one that is about to fail, is told without its numbers and its
    /// history (`AlreadyClosedException` in Elasticsearch's `IndicesService`): that is no other history.
    private static boolean isOpen(JsonNode numbers) {
        return numbers.has("seq_no") && !historyOf(numbers).isEmpty();
    }

    private static String historyOf(JsonNode numbers) {
        return numbers.path("commit").path("user_data").path("history_uuid").asString("");
    }

    private Optional<CopyIdentity> identityOf(String nodeId, String history) throws ElasticException {
        JsonNode answer = node.send(state).orThrow().json();
        JsonNode metadata = answer.path("metadata").path("indices").path(index);
        long term = metadata.path("primary_terms").path(shard).asLong(0);
        String uuid = metadata.path("settings").path("index").path("uuid").asString("");
        JsonNode copies = answer.path("routing_table")
                .path("indices")
                .path(index)
                .path("shards")
                .path(shard);
        for (JsonNode copy : copies) {
            if (copy.path("primary").asBoolean(false)
                    && copy.path("node").asString("").equals(nodeId)) {
                String allocation = copy.path("allocation_id").path("id").asString("");
                return Optional.of(new CopyIdentity(term, allocation, uuid, history));
            }
        }
        return Optional.empty();
    }
}
