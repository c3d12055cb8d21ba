package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Refreshes one shard of several, on any server.
public final class RefreshCheck {
    private static final int SHARDS = 5;

    private RefreshCheck() {}

    /// A shard that was refreshed a moment ago is refreshed without its neighbours, and counts it, also where there is
    /// nothing new.
    public static void refreshesOneShardAlone(URI server) throws Exception {
        String index = Servers.name("refreshed");
        Rest rest = new Rest(server);
        rest.put(
                "/" + index,
                "{\"settings\":{\"number_of_shards\":%d,\"number_of_replicas\":0,\"refresh_interval\":-1}}"
                        .formatted(SHARDS));
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"))) {
            IndexShards shards = new IndexShards(cluster, "source", index, rest.uuidOf(index));
            for (int shard = 0; shard < SHARDS; shard++) {
                HttpShardCopy copy = shards.locate(shard);
                copy.refresh();
                Map<Integer, Long> before = counts(rest, index);
                copy.refresh();
                copy.refresh();
                before.merge(shard, 2L, Long::sum);
                assertThat(counts(rest, index)).isEqualTo(before);
            }
        }
    }

    private static Map<Integer, Long> counts(Rest rest, String index) {
        Map<Integer, Long> counts = new TreeMap<>();
        rest.get("/" + index + "/_stats/refresh?level=shards")
                .at("/indices/" + index + "/shards")
                .properties()
                .forEach(shard -> counts.put(
                        Integer.valueOf(shard.getKey()),
                        shard.getValue().path(0).at("/refresh/external_total").asLong()));
        return counts;
    }
}
