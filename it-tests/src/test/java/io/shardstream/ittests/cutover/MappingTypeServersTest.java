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

/// A mapping type that clients may name in requests.
@RealServers
class MappingTypeServersTest {
    private static final String TYPED =
            "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"mappings\":{\"order\":{}}}";

    @Tag("long")
    @Test
    void aTypeOfTheSourceIsToldAndAcceptedByName() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = typed(cluster)) {
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).contains("\"mapping-type-differs\"", "mapping type order (the target has _doc:");

            follow(run);

            // What is told is what happens.
            assertThat(run.rest()
                            .send("PUT", "/" + run.target() + "/order/2", "{}")
                            .isOk())
                    .isFalse();
            CopyRun.Output told = run.command("cutover", "--dry-run");
            CopyRun.Output accepted = run.command("cutover", "--dry-run", "--accept-difference", "type:order");
            assertThat(told.code()).as(told.text()).isEqualTo(1);
            assertThat(told.text()).contains("mapping type order (the target has _doc:");
            assertThat(accepted.code()).as(accepted.text()).isZero();
        }
    }

    @Tag("long")
    @Test
    void aTypeThatTheTargetHasTooIsNotTold() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = typed(cluster)) {
            run.rest().put("/" + run.target() + "?include_type_name=true", TYPED);
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).doesNotContain("mapping-type-differs");

            follow(run);
            CopyRun.Output told = run.command("cutover", "--dry-run");
            assertThat(told.code()).as(told.text()).isZero();
        }
    }

    /// A run whose source has a mapping type of its own, and one document.
    private static CopyRun typed(ProxiedCluster cluster) {
        CopyRun run =
                CopyRun.on(cluster).intoShards(1).withTarget("replicas: 0").following();
        run.rest().put("/" + run.source() + "?include_type_name=true", TYPED);
        run.rest().put("/" + run.source() + "/order/1?refresh=true", "{\"n\":1}");
        return run;
    }

    private static void follow(CopyRun run) {
        run.planned();
        Stream.of("reader", "writer").forEach(run::startHere);
        run.awaitPhase(Phase.CATCHING_UP);
        run.awaitCaughtUp();
    }
}
