package io.shardstream.ittests.scale;

import static io.shardstream.localcluster.search.SearchServerVersion.ELASTICSEARCH_9;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A cluster of twelve nodes with small heaps, over which both indices are spread: 24 shards of the source and 36 of
/// the target, each with a replica. The nodes take about 11 GiB of memory.
@Tag("long")
@RealServers
class ManyNodesTest {
    private static final int NODES = 12;
    private static final int HEAP = 512;
    private static final int IDS = 4000;

    @Test
    void aRunInAClusterOfTwelveNodesIsCutOver() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(ELASTICSEARCH_9, NODES, HEAP);
                CopyRun run = CopyRun.on(cluster)
                        .intoShards(36)
                        .withTarget("replicas: 1")
                        .withLines(WholeRun.FOLLOWING)
                        .withSource("\"number_of_shards\":24", "{}")) {
            run.rest().put("/" + run.source() + "/_settings", "{\"index.number_of_replicas\":1}");
            run.rest().get("/_cluster/health/" + run.source() + "?wait_for_status=green&timeout=300s");
            WholeRun whole = WholeRun.of(run);
            try (SteadyWriter writer = SteadyWriter.start(run.rest(), whole.alias(), false, IDS)) {
                whole.cutOverAfter(() -> {
                    writer.awaitDeletes();
                    writer.finish();
                });
            }
            assertThat(nodesOf(run, run.source())).hasSize(NODES);
            assertThat(nodesOf(run, run.target())).hasSize(NODES);
        }
    }

    private static Set<String> nodesOf(CopyRun run, String index) {
        Set<String> nodes = new HashSet<>();
        run.rest()
                .get("/_cat/shards/" + index + "?format=json&h=node")
                .forEach(shard -> nodes.add(shard.path("node").asString("")));
        return nodes;
    }
}
