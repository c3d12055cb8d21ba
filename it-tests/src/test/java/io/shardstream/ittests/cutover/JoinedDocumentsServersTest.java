package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Children of a `join` field, which of the servers of the tests only Elasticsearch 7 has.
@Tag("long")
@RealServers
class JoinedDocumentsServersTest {
    /// In a source with one shard a child finds its parent whatever its routing is.
    @Test
    void childrenOfAnotherRoutingThanTheirParentsAreToldAndAcceptedByName() {
        String join = "{\"properties\":{\"qa\":{\"type\":\"join\",\"relations\":{\"question\":\"answer\"}}}}";
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(cluster)
                        .intoShards(3)
                        .withTarget("replicas: 0")
                        .withSource("\"number_of_shards\":1", join)
                        .following()) {
            for (int i = 0; i < 40; i++) {
                run.rest().put("/" + run.source() + "/_doc/q" + i, "{\"qa\":\"question\"}");
                run.rest()
                        .put(
                                "/" + run.source() + "/_doc/a" + i + "?routing=x",
                                "{\"qa\":{\"name\":\"answer\",\"parent\":\"q" + i + "\"}}");
            }
            run.rest().post("/" + run.source() + "/_refresh", "");
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).contains("\"children-parted\"", "join field qa (of a sample of 40 children");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

            CopyRun.Output told = run.command("cutover", "--dry-run");
            CopyRun.Output accepted = run.command("cutover", "--dry-run", "--accept-difference", "join:qa");

            assertThat(told.code()).as(told.text()).isEqualTo(1);
            assertThat(told.text()).contains("join field qa (of a sample of 40 children");
            assertThat(accepted.code()).as(accepted.text()).isZero();
        }
    }
}
