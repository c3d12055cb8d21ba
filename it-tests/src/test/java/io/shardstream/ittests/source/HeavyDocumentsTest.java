package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sources in which many documents come where there were none for long: in many numbers, or under one.
@Tag("long")
@RealServers
class HeavyDocumentsTest {
    private static final int UPDATES = 20_000;
    private static final int UPDATES_A_BULK = 2000;
    private static final int LARGE = 1000;
    private static final int LARGE_BYTES = 400_000;
    private static final int LARGE_A_BULK = 10;
    private static final int SHARDS = 66;
    private static final int SMALL = 2000;

    /// Elasticsearch 7.17 counts nothing of what a search holds for its answer: a page of all of them ends the
    /// node.
    @Test
    void largeDocumentsBehindManyNumbersWithoutOneLeaveTheNodeAlive() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(cluster).withSource("\"number_of_shards\":1", "{\"dynamic\":false}")) {
            for (int i = 0; i < UPDATES; i += UPDATES_A_BULK) {
                bulk(run, run.source(), "{\"index\":{\"_id\":\"counter\"}}\n{\"n\":1}\n".repeat(UPDATES_A_BULK));
            }
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < LARGE; i += LARGE_A_BULK) {
                bulk(
                        run,
                        run.source(),
                        IntStream.range(i, i + LARGE_A_BULK)
                                .mapToObj(each -> "{\"index\":{\"_id\":\"large-" + each + "\"}}\n{\"text\":\""
                                        + Long.toHexString(random.nextLong()).repeat(LARGE_BYTES / 16) + "\"}\n")
                                .collect(Collectors.joining()));
            }
            run.rest().post("/" + run.source() + "/_flush", "");
            run.planned();
            SearchNode node = cluster.servers().node(0);
            long pid = node.pid();
            run.startHere("reader");
            run.awaitRead();

            assertThat(node.isAlive()).isTrue();
            assertThat(node.pid()).isEqualTo(pid);
            assertThat(run.checkpoints().getFirst().docs()).isEqualTo(LARGE + 1);
        }
    }

    @Test
    void anIndexThatWasShrunkFromManyShardsIsCopiedAndCompared() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = CopyRun.on(cluster)) {
            String wide = run.source() + "-wide";
            run.rest()
                    .put(
                            "/" + wide,
                            "{\"settings\":{\"number_of_shards\":" + SHARDS
                                    + ",\"number_of_replicas\":0},\"mappings\":{\"dynamic\":false}}");
            bulk(
                    run,
                    wide,
                    IntStream.range(0, SMALL)
                            .mapToObj(i -> "{\"index\":{\"_id\":\"d" + i + "\"}}\n{\"n\":" + i + "}\n")
                            .collect(Collectors.joining()));
            run.rest().get("/_cluster/health/" + wide + "?wait_for_status=green&timeout=60s");
            run.rest().put("/" + wide + "/_settings", "{\"index.blocks.write\":true}");
            run.rest()
                    .put(
                            "/" + wide + "/_shrink/" + run.source() + "?wait_for_active_shards=1",
                            "{\"settings\":{\"index.number_of_shards\":1,\"index.number_of_replicas\":0,"
                                    + "\"index.blocks.write\":null}}");
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(SMALL);
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        }
    }

    private static void bulk(CopyRun run, String index, String lines) {
        assertThat(run.rest().post("/" + index + "/_bulk", lines).path("errors").asBoolean(true))
                .isFalse();
    }
}
