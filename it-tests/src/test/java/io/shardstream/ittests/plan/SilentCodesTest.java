package io.shardstream.ittests.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Codes of what is not known where a proxy in front of the servers lets some requests pass and answers
/// others itself, with status 403.
@RealServers
class SilentCodesTest {
    private static final int FORBIDDEN = 403;

    @Test
    void whatIsNotToldBeforeARunHasItsCode() {
        ProxiedCluster cluster = Servers.cluster();
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":1", "{\"properties\":{\"words\":{\"type\":\"text\"}}}")) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{\"words\":\"one\"}");
            forbid(
                    cluster,
                    "/_cluster/health",
                    "/_cluster/settings",
                    "/_field_usage_stats",
                    "/_simulate_index",
                    "/stats");
            assertThat(FoundCodes.plannedWith(run, "guard: off", "", "--sample=0s"))
                    .contains(
                            "notes disks-unknown",
                            "notes shard-count-unknown",
                            "notes field-usage-unknown",
                            "notes templates-unknown",
                            "warns guard-cannot-measure");

            cluster.clear();
            // What answers `GET /` is a module that the servers of the tests lack.
            forbid(cluster, "/_nodes/_local");
            assertThat(FoundCodes.planned(run)).contains("notes cluster-unknown");

            cluster.clear();
            forbid(cluster, "/_resolve/index/" + run.target());
            assertThat(FoundCodes.planned(run)).contains("notes target-unknown");

            cluster.clear();
            forbid(cluster, "/" + run.source() + "/_stats", "/" + run.source() + "/_alias");
            assertThat(FoundCodes.plannedWith(run, "follow: false", "", "--sample=0s"))
                    .contains("notes source-writes-unknown");
            assertThat(FoundCodes.plannedWith(run, "follow: false", "follow: true", "--sample=0s"))
                    .contains("notes swap-unknown");

            cluster.clear();
            forbid(cluster, "/" + run.source() + "/_search");
            assertThat(FoundCodes.planned(run)).contains("notes routing-unknown");
        }
    }

    @Test
    void whatIsNotToldOfARunHasItsCode() {
        ProxiedCluster cluster = Servers.cluster();
        try (CopyRun run = CopyRun.create().withSource().following()) {
            run.rest().put("/" + run.source() + "/_doc/1?refresh=true", "{}");
            run.plannedOnly();
            forbid(cluster, "/_cluster/", "/_resolve/");
            assertThat(FoundCodes.byDoctor(run))
                    .contains("notes disks-unknown", "notes health-unknown", "notes write-block-unknown");

            cluster.clear();
            forbid(cluster, "/_cluster/state/");
            run.rest().delete("/" + run.source());
            run.rest().delete("/" + run.target());
            assertThat(FoundCodes.byDoctor(run))
                    .contains("blocks source-not-seen", "blocks target-not-seen")
                    .doesNotContain("blocks source-missing", "blocks target-gone");
            assertThat(FoundCodes.planned(run)).contains("blocks source-not-seen", "blocks target-not-seen");
        }
    }

    /// @param parts of requests' first lines
    private static void forbid(ProxiedCluster cluster, String... parts) {
        cluster.proxies()
                .forEach(proxy -> proxy.answerItself(
                        exchange -> List.of(parts).stream().anyMatch(exchange::contains),
                        FORBIDDEN,
                        Integer.MAX_VALUE));
    }
}
