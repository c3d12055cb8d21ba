package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ErrorText;
import io.shardstream.common.elastic.WholeState;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.source.GlobalCheckpoints;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Shards of a target that no node has ever had, as where its settings allow none. Nobody can have written to
/// one: its primary term is still 0, and becomes 1 when a node is chosen for its primary for the first time
/// (`IndexMetadataUpdater.shardInitialized`).
final class UnplacedShards {
    private static final JsonMapper MAPPER = new JsonMapper();

    private UnplacedShards() {}

    /// Empty also where the cluster does not tell its state to this user.
    private static Set<Integer> of(ElasticCluster target, IndexDescription index) throws ElasticException {
        JsonNode terms = WholeState.ifTold(target, "metadata", index.name(), "metadata.indices.*.primary_terms")
                .map(state -> state.path("metadata")
                        .path("indices")
                        .path(index.name())
                        .path("primary_terms"))
                .orElse(MAPPER.createObjectNode());
        return IntStream.range(0, index.shards())
                .filter(shard ->
                        AnswerValues.number(terms.path(Integer.toString(shard))).orElse(1) == 0)
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Those of which the master too says that no node has one. The state is that of the node that was asked,
    /// and a node that lags behind may not have heard yet that one was chosen. Health comes from the master
    /// (`TransportClusterHealthAction`).
    private static Set<Integer> confirmed(ElasticCluster target, IndexDescription index) throws ElasticException {
        Set<Integer> unplaced = of(target, index);
        if (unplaced.isEmpty()) {
            return unplaced;
        }
        JsonNode shards = target.send(Call.get("/_cluster/health/" + Call.encoded(index.name()))
                        .with("level", "shards"))
                .orThrow()
                .json()
                .path("indices")
                .path(index.name())
                .path("shards");
        unplaced.removeIf(shard -> {
            JsonNode said = shards.path(Integer.toString(shard));
            return AnswerValues.number(said.path("active_shards")).orElse(1) != 0
                    || AnswerValues.number(said.path("initializing_shards")).orElse(1) != 0;
        });
        return unplaced;
    }

    /// Whether nobody has ever written to an index.
    ///
    /// @throws RunRefusedException if that cannot be said, since a shard that a node has had has no started
    ///   primary now
    static boolean isUnused(ElasticCluster target, IndexDescription index) throws ElasticException {
        Set<Integer> asked = IntStream.range(0, index.shards()).boxed().collect(Collectors.toCollection(TreeSet::new));
        try {
            return isUnused(target, index, asked);
        } catch (RunRefusedException e) {
            if (!asked.removeAll(confirmed(target, index))) {
                throw e;
            }
            return isUnused(target, index, asked);
        }
    }

    private static boolean isUnused(ElasticCluster target, IndexDescription index, Set<Integer> shards)
            throws ElasticException {
        return GlobalCheckpoints.readHighest(target, index.name(), shards).stream()
                .allMatch(highest -> highest == -1);
    }

    /// Why nothing can be written to an index, and what to do, as sentences; empty if each of its shards was
    /// on a node once.
    static Optional<String> refusal(ElasticCluster target, IndexDescription index) throws ElasticException {
        return confirmed(target, index).stream()
                .findFirst()
                .map(shard -> "Shard " + shard + " of target index '" + index.name()
                        + "' has never found a place on a node" + reason(target, index.name(), shard)
                        + ". Correct what the run file says under target.settings, and start again: a target that"
                        + " this run has made is made anew then. Or mend it in the cluster (GET"
                        + " /_cluster/allocation/explain).");
    }

    /// What the cluster says of it, as the end of a sentence; nothing if it does not tell.
    private static String reason(ElasticCluster target, String index, int shard) {
        byte[] question = MAPPER.writeValueAsBytes(MAPPER.createObjectNode()
                .put("index", index)
                .put("shard", shard)
                .put("primary", true));
        try {
            JsonNode answer = target.send(Call.post("/_cluster/allocation/explain", Bytes.of(question))
                            .with("filter_path", "node_allocation_decisions.deciders"))
                    .orThrow()
                    .json();
            return answer.path("node_allocation_decisions")
                    .valueStream()
                    .flatMap(node -> node.path("deciders").valueStream())
                    .filter(decider -> decider.path("decision").asString("").equals("NO"))
                    .map(decider -> decider.path("explanation").asString(""))
                    .filter(text -> !text.isEmpty())
                    .findFirst()
                    .map(text -> ": " + ErrorText.kept(text))
                    .orElse("");
        } catch (ElasticException e) {
            return "";
        }
    }
}
