package io.shardstream.ittests.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Asks real servers where a routing value belongs, and compares with our own function.
///
/// `-Dshardstream.routing.all=true` asks for every number of shards from 1 to 64, which takes some
/// minutes a server; without it a selection is asked.
@Tag("long")
@RealServers
class RoutingOracleTest {
    private static final int VALUES = 40;

    @ParameterizedTest
    @EnumSource(SearchServerVersion.class)
    void findsTheShardThatTheServerNames(SearchServerVersion version) throws ElasticException {
        try (SearchCluster servers = SearchCluster.of(version).compilingLittle().start();
                ElasticCluster cluster = ElasticCluster.of(
                        ElasticSettings.open("source", servers.urls(), TestPatience.LIMIT, "routing-test"))) {
            int[] counts = Boolean.getBoolean("shardstream.routing.all")
                    ? IntStream.rangeClosed(1, 64).toArray()
                    : new int[] {1, 2, 3, 5, 8, 16};
            for (int shards : counts) {
                askAbout(cluster, shards, functionOf(version));
            }
        }
    }

    private static void askAbout(ElasticCluster cluster, int shards, RoutingFunction function) throws ElasticException {
        String index = "/routing-" + shards;
        Bytes settings = Bytes.utf8("""
                {"settings": {"number_of_shards": %d, "number_of_replicas": 0}}""".formatted(shards));
        cluster.send(Call.put(index, settings)).orThrow();
        ShardRouter router = new ShardRouter(routingOf(cluster, shards).with(function));
        SplittableRandom random = new SplittableRandom(shards);
        for (int i = 0; i < VALUES; i++) {
            String value = anyText(random);
            assertThat(router.shardOf(value, null))
                    .as("shard of %s among %d", value, shards)
                    .isEqualTo(shardByServer(cluster, index, value));
        }
        cluster.send(Call.delete(index)).orThrow();
    }

    private static RoutingFunction functionOf(SearchServerVersion version) {
        return switch (version) {
            case ELASTICSEARCH_9 -> RoutingFunction.MODULO;
            case ELASTICSEARCH_8, ELASTICSEARCH_7, ELASTICSEARCH_7_10, OPENSEARCH_3, OPENSEARCH_2, OPENSEARCH_1 ->
                RoutingFunction.RANGES;
        };
    }

    private static ShardRouting routingOf(ElasticCluster cluster, int shards) throws ElasticException {
        JsonNode index = cluster.send(Call.get("/_cluster/state/metadata/routing-" + shards))
                .orThrow()
                .json()
                .path("metadata")
                .path("indices")
                .path("routing-" + shards);
        return new ShardRouting(shards, index.path("routing_num_shards").asInt(), 1);
    }

    private static int shardByServer(ElasticCluster cluster, String index, String routing) {
        Call call = Call.get(index + "/_search_shards").with("routing", routing);
        JsonNode copies = await().pollDelay(Duration.ZERO)
                .atMost(TestPatience.LIMIT)
                .until(
                        () -> cluster.send(call).orThrow().json().path("shards").path(0),
                        group -> !group.isEmpty()
                                && "STARTED".equals(group.path(0).path("state").asString("")));
        return copies.path(0).path("shard").asInt();
    }

    /// 1 to 60 characters: ASCII, other scripts and pairs of surrogates. No comma: here it separates values.
    private static String anyText(SplittableRandom random) {
        int[] characters = random.ints(random.nextInt(1, 60), 0, 3)
                .map(kind -> switch (kind) {
                    case 0 -> random.nextInt('0', 'z');
                    case 1 -> random.nextInt(0x370, 0xd7ff);
                    default -> random.nextInt(0x1f300, 0x1f600);
                })
                .toArray();
        return new String(characters, 0, characters.length);
    }
}
