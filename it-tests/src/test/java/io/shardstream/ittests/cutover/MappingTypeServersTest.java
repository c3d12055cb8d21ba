package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.ServerVersion;
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
        try (ProxiedCluster cluster = ProxiedCluster.start(ServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(cluster)
                        .withTarget("replicas: 0")
                        .withSource()
                        .following()) {
            run.rest().delete("/" + run.source());
            run.rest().put("/" + run.source() + "?include_type_name=true", TYPED);
            run.rest().put("/" + run.source() + "/order/1?refresh=true", "{\"n\":1}");
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).contains("\"mapping-type-differs\"", "mapping type order (the target has _doc:");

            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();

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
        try (ProxiedCluster cluster = ProxiedCluster.start(ServerVersion.ELASTICSEARCH_7, 1, 512);
                CopyRun run = CopyRun.on(cluster)
                        .withTarget("replicas: 0")
                        .withSource()
                        .following()) {
            run.rest().delete("/" + run.source());
            for (String index : new String[] {run.source(), run.target()}) {
                run.rest().put("/" + index + "?include_type_name=true", TYPED);
            }
            run.rest().put("/" + run.source() + "/order/1?refresh=true", "{\"n\":1}");
            CopyRun.Output plan = run.command("plan", "--sample", "0s", "-o", "json");
            assertThat(plan.text()).doesNotContain("mapping-type-differs");

            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            CopyRun.Output told = run.command("cutover", "--dry-run");
            assertThat(told.code()).as(told.text()).isZero();
        }
    }
}
