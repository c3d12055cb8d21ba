package io.shardstream.control.routing;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.routing.ShardRouter;
import io.shardstream.common.routing.ShardRouting;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Asks the target where it would put some routing values, and compares that with our own function.
public final class RoutingProbe {
    private static final int FROM_SOURCE = 16;
    /// Any script, any length, and both halves of a surrogate pair.
    private static final List<String> FIXED =
            List.of("0", "a", "sEERfFzPSI", "Zürich", "東京", "🚲🚲", "x".repeat(600), "-1", "%2F a+b");

    private final ElasticCluster source;
    private final ElasticCluster target;

    public RoutingProbe(ElasticCluster source, ElasticCluster target) {
        this.source = source;
        this.target = target;
    }

    /// @throws RunRefusedException if the target would put one of them elsewhere
    public void check(String sourceIndex, String targetIndex, ShardRouting routing) throws ElasticException {
        ShardRouter router = new ShardRouter(routing);
        Set<String> values = new LinkedHashSet<>(FIXED);
        values.addAll(sample(sourceIndex));
        // The parameter takes several values with commas between.
        values.removeIf(value -> value.contains(","));
        for (String value : values) {
            int ours = router.shardOf(value, value);
            Set<Integer> theirs = shardsOf(targetIndex, value);
            if (!theirs.contains(ours)) {
                throw new RunRefusedException("Target index '" + targetIndex + "' puts the routing value '" + value
                        + "' into shard " + theirs + " where " + ours + " was computed: it routes in a way that"
                        + " Shardstream does not know. Use an index with standard routing.");
            }
        }
    }

    /// Routing values, or ids where there are none, of some documents.
    private List<String> sample(String index) throws ElasticException {
        String body = "{\"size\":" + FROM_SOURCE + ",\"_source\":false}";
        JsonNode answer = source.send(Call.post("/" + IndexCatalog.encoded(index) + "/_search", Bytes.utf8(body)))
                .orThrow()
                .json();
        List<String> values = new ArrayList<>();
        for (JsonNode hit : answer.path("hits").path("hits")) {
            values.add(hit.path("_routing").asString(hit.path("_id").asString("")));
        }
        return values;
    }

    private Set<Integer> shardsOf(String index, String value) throws ElasticException {
        JsonNode answer = target.send(Call.get("/" + IndexCatalog.encoded(index) + "/_search_shards")
                        .with("routing", value)
                        .with("filter_path", "shards.shard"))
                .orThrow()
                .json();
        Set<Integer> shards = new TreeSet<>();
        for (JsonNode group : answer.path("shards")) {
            shards.add(group.path(0).path("shard").asInt(-1));
        }
        return shards;
    }
}
