package io.shardstream.control.index.source;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.RoutedShards;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Asks an index where it would put some routing values, and finds out by which function it does that.
public final class RoutingProbe {
    private static final int SAMPLE = 16;
    /// Any script, any length, and both halves of a surrogate pair.
    private static final List<String> FIXED =
            List.of("0", "1", "2", "3", "a", "sEERfFzPSI", "Zürich", "東京", "🚲🚲", "x".repeat(600), "-1", "%2F a+b");

    private RoutingProbe() {}

    /// Routing values, or ids where there are none, of some documents of the index; none where its
    /// `index.max_result_window` does not let so many be asked for.
    public static List<String> sample(ElasticCluster cluster, String index) throws ElasticException {
        String body = "{\"size\":" + SAMPLE + ",\"_source\":false}";
        Reply reply = cluster.send(OwnSearches.of(Call.post("/" + Call.encoded(index) + "/_search", Bytes.utf8(body))));
        if (reply.status() == 400) {
            return List.of();
        }
        JsonNode answer = OwnSearches.answer(reply);
        List<String> values = new ArrayList<>();
        for (JsonNode hit : answer.path("hits").path("hits")) {
            values.add(hit.path("_routing").asString(hit.path("_id").asString("")));
        }
        return values;
    }

    /// The routing with the function that puts each value where the index puts it.
    ///
    /// @param routing what is known of it; its function counts for nothing
    /// @param sample values to ask for beside some fixed ones
    /// @throws RunRefusedException if no function that is known does that
    public static ShardRouting learn(ElasticCluster cluster, String index, ShardRouting routing, List<String> sample)
            throws ElasticException {
        Set<String> values = new LinkedHashSet<>(FIXED);
        values.addAll(sample);
        // The parameter takes several values with commas between.
        values.removeIf(value -> value.contains(",") || value.isEmpty());
        Map<String, Set<Integer>> places = new LinkedHashMap<>();
        for (String value : values) {
            places.put(value, shardsOf(cluster, index, value));
        }
        return Arrays.stream(RoutingFunction.values())
                .map(routing::with)
                .filter(candidate -> explains(candidate, places))
                .findFirst()
                .orElseThrow(() -> new RunRefusedException("Index '" + index + "' on the " + cluster.name()
                        + " puts documents into its shards in a way that Shardstream does not know: use an index with"
                        + " standard routing."));
    }

    /// Whether this routing puts each value into a shard where the index would look for it.
    static boolean explains(ShardRouting routing, Map<String, Set<Integer>> places) {
        ShardRouter router = new ShardRouter(routing);
        return places.entrySet().stream()
                .allMatch(place -> place.getValue().contains(router.shardOf("any id", place.getKey())));
    }

    private static Set<Integer> shardsOf(ElasticCluster cluster, String index, String value) throws ElasticException {
        return RoutedShards.of(
                cluster.send(RoutedShards.call(index, value)).orThrow().json());
    }
}
