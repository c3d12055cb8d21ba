package io.shardstream.ittests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A run in a cluster that holds 200 other indices, 49 of which share an alias with the source: they stay as they are.
@Tag("long")
@RealServers
class CrowdedClusterTest {
    private static final int OTHERS = 200;
    private static final int SHARING = 49;
    private static final int IDS = 4000;

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_9", "OPENSEARCH_3"})
    void otherIndicesAndTheirSharedAliasStay(SearchServerVersion version) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 2, 1024);
                CopyRun run = CopyRun.on(cluster)
                        .intoShards(8)
                        .withLines(WholeRun.FOLLOWING)
                        .withSource("\"number_of_shards\":5", "{}")) {
            List<String> others = smallIndices(run.rest());
            String shared = Servers.name("shared");
            List<String> sharing = others.subList(0, SHARING);
            share(run.rest(), shared, sharing, run.source());
            WholeRun whole = WholeRun.of(run);
            try (SteadyWriter writer = SteadyWriter.start(run.rest(), whole.alias(), false, IDS)) {
                whole.cutOverAfter(() -> {
                    writer.awaitDeletes();
                    writer.finish();
                });
            }
            assertThat(run.rest().get("/_alias/" + shared).propertyNames())
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(sharing.stream(), Stream.of(run.target()))
                            .toList());
            assertThat(run.rest().get("/small-*/_count").path("count").asInt(0)).isEqualTo(OTHERS);
        }
    }

    /// Each with one shard and one document.
    private static List<String> smallIndices(Rest rest) {
        List<String> names =
                IntStream.range(0, OTHERS).mapToObj(number -> "small-" + number).toList();
        names.forEach(name -> rest.put("/" + name, "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}}"));
        rest.post(
                "/_bulk?refresh=true",
                names.stream()
                        .map("{\"index\":{\"_index\":\"%s\",\"_id\":\"1\"}}\n{\"n\":1}\n"::formatted)
                        .collect(Collectors.joining()));
        return names;
    }

    private static void share(Rest rest, String alias, List<String> others, String source) {
        String indices = Stream.concat(others.stream(), Stream.of(source))
                .map(index -> "\"" + index + "\"")
                .collect(Collectors.joining(","));
        rest.post(
                "/_aliases", "{\"actions\":[{\"add\":{\"alias\":\"%s\",\"indices\":[%s]}}]}".formatted(alias, indices));
    }
}
