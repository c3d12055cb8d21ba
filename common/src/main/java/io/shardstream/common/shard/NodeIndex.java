package io.shardstream.common.shard;

import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a node says about the shards of an index of its own: counters first, then term and allocation, so
/// that what an identity says held when the counters were read or has shown a change since.
final class NodeIndex {
    private final ElasticNode node;
    private final ServerVersion version;
    private final Call stats;
    private final Call counters;
    private final Call sizes;
    private final String index;
    private volatile String name = "";
    private volatile @Nullable ShardRouting routing;
    private final SharedSurvey<Map<Integer, CopyNumbers>> survey = new SharedSurvey<>(this::look);
    private final SharedSurvey<Map<Integer, Long>> deletes = new SharedSurvey<>(this::count);
    private final SharedSurvey<Map<Integer, Long>> stored = new SharedSurvey<>(this::measure);

    NodeIndex(ElasticNode node, ServerVersion version, String index) {
        this.node = node;
        this.version = version;
        this.index = index;
        // A dot would end the name. What else is told so is left out when the answer is read.
        String each = "nodes.*.indices.shards." + index.replace('.', '*') + ".*.";
        this.stats = Call.get("/_nodes/_local/stats/indices/refresh")
                .with("level", "shards")
                .with(
                        "filter_path",
                        "nodes.*.name," + each + "routing," + each + "seq_no," + each + "commit.user_data.history_uuid,"
                                + each + "refresh.external_total");
        this.counters = Call.get("/_nodes/_local/stats/indices/indexing")
                .with("level", "shards")
                .with("filter_path", each + "indexing.delete_total");
        this.sizes = Call.get("/_nodes/_local/stats/indices/docs,store")
                .with("level", "shards")
                .with("filter_path", each + "docs.count," + each + "store.size_in_bytes");
    }

    ElasticNode node() {
        return node;
    }

    /// What the node calls itself (`node.name`); empty before it was asked for its primaries.
    String name() {
        return name;
    }

    ServerVersion version() {
        return version;
    }

    /// How the index spreads its documents; null before the node was asked for its primaries. Of the function
    /// it says nothing.
    @Nullable
    ShardRouting routing() {
        return routing;
    }

    /// The numbers of a primary, asked for after this call. Blocks.
    ///
    /// Shards that ask at one moment share an answer: for each the node goes through all shards that it holds,
    /// which may be a thousand.
    ///
    /// @throws NotPrimaryException if this node does not say that it holds that primary
    CopyNumbers numbers(int shard) throws ElasticException, NotPrimaryException {
        CopyNumbers numbers = primaries().get(shard);
        if (numbers == null) {
            throw new NotPrimaryException(index + "[" + shard + "] has no started primary on " + node.address());
        }
        return numbers;
    }

    /// The numbers of the primaries that this node says that it holds, by shard, asked for after this call. A
    /// primary that is being moved away is the primary until the other one has started. Blocks.
    Map<Integer, CopyNumbers> primaries() throws ElasticException, NotPrimaryException {
        return survey.afterNow();
    }

    /// How many deletes its copy of a shard has carried out since its counter began
    /// (`indexing.delete_total`), asked for after this call. Shards that ask at one moment share an answer.
    /// Blocks.
    long deletes(int shard) throws ElasticException, NotPrimaryException {
        Long count = deletes.afterNow().get(shard);
        if (count == null) {
            throw new ElasticException.Malformed(
                    node.address() + " does not say how much was deleted in " + index + "[" + shard + "]");
        }
        return count;
    }

    /// What a document of its copy of a shard takes on the disk, on the average; 0 if the node does not say,
    /// or the thread was interrupted. Shards that ask at one moment share an answer. Blocks.
    long storedBytes(int shard) throws ElasticException {
        try {
            return stored.afterNow().getOrDefault(shard, 0L);
        } catch (NotPrimaryException e) {
            return 0;
        }
    }

    private Map<Integer, Long> measure() throws ElasticException {
        Map<Integer, Long> bytes = new HashMap<>();
        for (JsonNode self : node.send(sizes).orThrow().json().path("nodes")) {
            for (JsonNode copy : self.path("indices").path("shards").path(index)) {
                copy.properties().forEach(shard -> {
                    long documents = shard.getValue().path("docs").path("count").asLong(0);
                    OptionalInt number = AnswerValues.shard(shard.getKey());
                    if (number.isPresent() && documents > 0) {
                        long all = shard.getValue()
                                .path("store")
                                .path("size_in_bytes")
                                .asLong(0);
                        bytes.put(number.getAsInt(), all / documents);
                    }
                });
            }
        }
        return bytes;
    }

    private Map<Integer, Long> count() throws ElasticException {
        Map<Integer, Long> counts = new HashMap<>();
        for (JsonNode self : node.send(counters).orThrow().json().path("nodes")) {
            for (JsonNode copy : self.path("indices").path("shards").path(index)) {
                copy.properties().forEach(shard -> {
                    OptionalInt number = AnswerValues.shard(shard.getKey());
                    OptionalLong total = AnswerValues.number(
                            shard.getValue().path("indexing").path("delete_total"));
                    if (number.isPresent() && total.isPresent()) {
                        counts.put(number.getAsInt(), total.getAsLong());
                    }
                });
            }
        }
        return counts;
    }

    private Map<Integer, CopyNumbers> look() throws ElasticException {
        Map<Integer, CopyNumbers> primaries = new HashMap<>();
        for (Map.Entry<String, JsonNode> self :
                node.send(stats).orThrow().json().path("nodes").properties()) {
            name = self.getValue().path("name").asString("");
            Map<String, JsonNode> started = new HashMap<>();
            for (JsonNode copy : self.getValue().path("indices").path("shards").path(index)) {
                copy.properties().forEach(shard -> {
                    if (AnswerValues.shard(shard.getKey()).isPresent() && isStartedPrimary(shard.getValue())) {
                        started.put(shard.getKey(), shard.getValue());
                    }
                });
            }
            if (!started.isEmpty()) {
                identify(self.getKey(), started, primaries);
            }
        }
        return primaries;
    }

    private void identify(String nodeId, Map<String, JsonNode> started, Map<Integer, CopyNumbers> primaries)
            throws ElasticException {
        JsonNode answer = node.send(stateWith(nodeId)).orThrow().json();
        JsonNode metadata = answer.path("metadata").path("indices").path(index);
        routing = routingOf(metadata);
        long mappingVersion = metadata.path("mapping_version").asLong(CopyNumbers.NO_VERSION);
        started.forEach((shard, copy) -> identityOf(answer, nodeId, shard, historyOf(copy))
                .ifPresent(
                        identity -> primaries.put(Integer.parseInt(shard), numbersOf(identity, copy, mappingVersion))));
    }

    /// The index in the node's own state of the cluster, and in which process that node runs.
    private Call stateWith(String nodeId) {
        Call anyState = Call.get("/_cluster/state/metadata,nodes,routing_table/" + Call.encoded(index))
                .with(
                        "filter_path",
                        "metadata.indices.*.primary_terms,metadata.indices.*.settings.index.uuid,"
                                + "metadata.indices.*.mapping_version,"
                                + "metadata.indices.*.routing_num_shards,"
                                + "metadata.indices.*.settings.index.number_of_shards,"
                                + "metadata.indices.*.settings.index.routing_partition_size,"
                                + "routing_table.indices.*.shards,nodes." + nodeId + ".ephemeral_id");
        return version.alwaysGivesItsOwnState() ? anyState : anyState.with("local", "true");
    }

    private static @Nullable ShardRouting routingOf(JsonNode metadata) {
        JsonNode settings = metadata.path("settings").path("index");
        int shards = settings.path("number_of_shards").asInt(0);
        int ranges = metadata.path("routing_num_shards").asInt(0);
        int partition = settings.path("routing_partition_size").asInt(1);
        boolean isTold = shards > 0
                && shards <= ShardRouting.MOST_SHARDS
                && ranges >= shards
                && ranges % shards == 0
                && partition > 0;
        return isTold ? new ShardRouting(shards, ranges, partition) : null;
    }

    private static CopyNumbers numbersOf(CopyIdentity identity, JsonNode copy, long mappingVersion) {
        JsonNode numbers = copy.path("seq_no");
        return new CopyNumbers(
                identity,
                numbers.path("global_checkpoint").asLong(-1),
                numbers.path("max_seq_no").asLong(-1),
                copy.path("refresh").path("external_total").asLong(0),
                mappingVersion);
    }

    private static boolean isStartedPrimary(JsonNode copy) {
        JsonNode routing = copy.path("routing");
        String state = routing.path("state").asString("");
        return routing.path("primary").asBoolean(false)
                && (state.equals("STARTED") || state.equals("RELOCATING"))
                && isOpen(copy);
    }

    /// A copy whose engine is closed, as one that is about to fail, is told without its numbers and its
    /// history (`AlreadyClosedException` in Elasticsearch's `IndicesService`): that is no other history, and no
    /// shard without documents.
    private static boolean isOpen(JsonNode copy) {
        JsonNode numbers = copy.path("seq_no");
        return AnswerValues.number(numbers.path("global_checkpoint")).isPresent()
                && AnswerValues.number(numbers.path("max_seq_no")).isPresent()
                && AnswerValues.number(copy.path("refresh").path("external_total"))
                        .isPresent()
                && !historyOf(copy).isEmpty();
    }

    private static String historyOf(JsonNode copy) {
        return copy.path("commit").path("user_data").path("history_uuid").asString("");
    }

    private Optional<CopyIdentity> identityOf(JsonNode answer, String nodeId, String shard, String history) {
        JsonNode metadata = answer.path("metadata").path("indices").path(index);
        long term = metadata.path("primary_terms").path(shard).asLong(0);
        String uuid = metadata.path("settings").path("index").path("uuid").asString("");
        if (term < 1 || uuid.isEmpty()) {
            // Half an answer: an index without a uuid is not another index.
            return Optional.empty();
        }
        JsonNode copies = answer.path("routing_table")
                .path("indices")
                .path(index)
                .path("shards")
                .path(shard);
        for (JsonNode copy : copies) {
            if (copy.path("primary").asBoolean(false)
                    && copy.path("node").asString("").equals(nodeId)) {
                String allocation = copy.path("allocation_id").path("id").asString("");
                String process =
                        answer.path("nodes").path(nodeId).path("ephemeral_id").asString("");
                return Optional.of(new CopyIdentity(term, allocation, uuid, history, process));
            }
        }
        return Optional.empty();
    }
}
