package io.shardstream.control.run.guard;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import tools.jackson.databind.JsonNode;

/// The data nodes of a real cluster.
///
/// The latency that nodes see of one another (`adaptive_selection`) is not asked for: it stays where it was
/// when nobody searches any more, and does not tell the run's own searches from production's.
final class HttpProduction implements ProductionNodes {
    /// Well below the half minute after which findings are too old.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String WANTED = String.join(
            ",",
            "_nodes.failures.node_id",
            "nodes.*.name",
            "nodes.*.indices.search.query_total",
            "nodes.*.indices.search.query_time_in_millis",
            "nodes.*.indices.search.groups",
            "nodes.*.thread_pool.search",
            "nodes.*.thread_pool.write",
            "nodes.*.indexing_pressure.memory",
            "nodes.*.breakers.*.tripped",
            "nodes.*.os.cpu.percent");

    private final ElasticCluster cluster;
    private final String index;
    private final Optional<String> canary;
    private final CanaryRound round;
    /// By id, names of the nodes that have told how they are at any look: one that fails is told by its id.
    private final Map<String, String> names = new HashMap<>();

    /// @param index which the canary searches
    /// @param shards how many it has
    /// @param canary the body of a search as JSON
    HttpProduction(ElasticCluster cluster, String index, int shards, Optional<String> canary, LongSupplier nanoTime) {
        this.cluster = cluster;
        this.index = index;
        this.canary = canary;
        this.round = new CanaryRound(shards, PATIENCE, nanoTime);
    }

    @Override
    public NodeSamples sample() throws ElasticException {
        JsonNode answer = cluster.send(
                        Call.get("/_nodes/data:true/stats/indices,thread_pool,indexing_pressure,breaker,os/search")
                                .with("groups", OwnSearches.GROUP)
                                .with("filter_path", WANTED))
                .orThrow()
                .json();
        Map<String, NodeSample> samples = new HashMap<>();
        answer.path("nodes").properties().forEach(node -> {
            String name = node.getValue().path("name").asString("");
            names.put(node.getKey(), name);
            samples.put(name, NodeSample.of(node.getValue(), OwnSearches.GROUP));
        });
        if (samples.isEmpty()) {
            throw new ElasticException.Malformed("The " + cluster.name() + " tells nothing of its data nodes");
        }
        Set<String> failed = new HashSet<>();
        for (JsonNode failure : answer.path("_nodes").path("failures")) {
            Optional.ofNullable(names.get(failure.path("node_id").asString(""))).ifPresent(failed::add);
        }
        return new NodeSamples(samples, failed);
    }

    @Override
    public Map<String, List<Double>> canaries() throws ElasticException {
        if (canary.isEmpty()) {
            return Map.of();
        }
        Call search = OwnSearches.asGiven(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(canary.get())))
                .with("preference", "_local")
                .with("request_cache", "false");
        Map<String, CanaryRound.Search> nodes = new TreeMap<>();
        cluster.dataNodesByName()
                .forEach((name, node) -> nodes.put(name, () -> node.send(search).orThrow()));
        return round.times(nodes);
    }
}
