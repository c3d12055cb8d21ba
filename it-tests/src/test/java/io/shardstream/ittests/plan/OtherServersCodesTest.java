package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.nio.file.Path;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Severities and codes of what `plan` finds only on other servers than those that tests share.
@Tag("long")
@RealServers
class OtherServersCodesTest {

    @Test
    void aVersionThatIsNotSupportedHasItsCode() {
        try (ProxiedCluster old = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7_10, 1, 512);
                CopyRun run = CopyRun.on(old).withSource()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            assertThat(FoundCodes.planned(run)).contains("blocks version-not-supported");
        }
    }

    /// Elasticsearch forgets from version 8.6 on that an index was shrunk.
    @Test
    void aShrunkSourceThatMayHoldAnIdTwiceHasItsCode() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(cluster).intoShards(1)) {
            String wide = run.source() + "-wide";
            Rest rest = run.rest();
            rest.put("/" + wide, "{\"settings\":{\"number_of_shards\":4,\"number_of_replicas\":0}}");
            rest.put("/" + wide + "/_doc/1?routing=one&refresh=true", "{}");
            rest.put("/" + wide + "/_settings", "{\"index.blocks.write\":true}");
            rest.post("/" + wide + "/_shrink/" + run.source() + "?wait_for_active_shards=1", """
                    {"settings": {"index.number_of_shards": 1, "index.blocks.write": null}}""");

            assertThat(FoundCodes.planned(run)).contains("blocks routing-of-resized-source", "notes version-tested");
        }
    }

    @Test
    void aSourceThatIsMountedFromASnapshotHasItsCode(@TempDir Path folder) {
        assertThat(folder.toFile().setReadable(true, false)).isTrue();
        assertThat(folder.toFile().setExecutable(true, false)).isTrue();
        assertThat(folder.toFile().setWritable(true, false)).isTrue();
        Map<String, String> settings = Map.of(
                "path.repo", folder.toString(),
                "node.roles", "cluster_manager,data,ingest,remote_cluster_client,search",
                "node.search.cache.size", "50mb");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_2, 1, 512, settings);
                CopyRun run = CopyRun.on(cluster)) {
            Rest rest = run.rest();
            String kept = run.source() + "-kept";
            rest.put("/" + kept, "{\"settings\":{\"number_of_replicas\":0}}");
            rest.put("/" + kept + "/_doc/1?refresh=true", "{}");
            rest.put("/_snapshot/here", "{\"type\":\"fs\",\"settings\":{\"location\":\"" + folder + "\"}}");
            rest.put("/_snapshot/here/one?wait_for_completion=true", "{\"indices\":\"" + kept + "\"}");
            rest.post("/_snapshot/here/one/_restore?wait_for_completion=true", """
                    {"indices": "%s", "rename_pattern": ".+", "rename_replacement": "%s",
                     "storage_type": "remote_snapshot"}""".formatted(kept, run.source()));
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> rest.get("/_cluster/health/" + run.source())
                            .path("status")
                            .asString("")
                            .equals("green"));

            assertThat(FoundCodes.planned(run)).contains("blocks source-mounted-or-frozen");
        }
    }
}
