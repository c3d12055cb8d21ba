package io.shardstream.ittests.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.GuardFindings.Finding;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Runs whose run file says nothing of the guard, or that it is off.
@RealServers
class DefaultGuardTest {
    private static final int DOCUMENTS = 2000;

    /// More than a node's threads for searches and as many again.
    private static final int CLIENTS = 24;

    private static final String SEARCH =
            "{\"size\":50,\"query\":{\"wildcard\":{\"title.keyword\":\"*a*e*\"}},\"sort\":[{\"_doc\":\"asc\"}],"
                    + "\"aggs\":{\"t\":{\"terms\":{\"field\":\"tags.keyword\"}}}}";

    @Test
    void aRunThatSaysNothingGivesWayOnANodeThatOthersSearch() throws Exception {
        try (CopyRun run = following(CopyRun.create().withDefaults());
                CopyRun off = following(CopyRun.create())) {
            long before = othersSearches(run);
            run.planned();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            assertThat(run.command("verify").code()).isZero();
            run.assertCopied();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(othersSearches(run)).isEqualTo(before));
            assertThat(findings(run)).isEmpty();
            assertThat(run.command("status").text())
                    .contains("guard     by default")
                    .doesNotContain("limited   by");

            off.planned();
            try (Clients _ = new Clients(run)) {
                Awaitility.await()
                        .atMost(TestPatience.LIMIT)
                        .pollInterval(Duration.ofMillis(500))
                        .untilAsserted(() -> assertThat(findings(run)).isNotEmpty());
                assertThat(findings(run)).allSatisfy(finding -> {
                    assertThat(finding.reason())
                            .matches("(guard\\.cpu on|node) .*")
                            .endsWith("(guard by default)");
                    assertThat(finding.rate()).isPositive();
                });
                assertThat(run.command("status").text()).containsPattern("limited +by .*\\(guard by default\\)");
                assertThat(run.command("throttle").text())
                        .contains("Production is guarded by default", "Limited now: ");
                assertThat(run.command("plan", "--sample", "1s", "-o", "json").text())
                        .contains("\"guarded-by-default\"");
                assertThat(findings(off)).isEmpty();

                assertThat(run.command("throttle", "--guard", "off").text()).contains("Production is not guarded.");
                assertThat(run.command("status").text()).doesNotContain("limited   by");
                assertThat(run.command("throttle", "--reset").text()).contains("Production is guarded by default");
            }
        }
    }

    private static CopyRun following(CopyRun run) {
        return run.withSource().holding(new Articles(8).stream(DOCUMENTS)).following();
    }

    private static List<Finding> findings(CopyRun run) {
        return ControlRecords.read(run.connection(), run.topics())
                .of(GuardFindings.KEY, GuardFindings::decode)
                .map(GuardFindings::findings)
                .orElse(List.of());
    }

    /// Searches of shards that all nodes have counted, without the runs' own.
    private static long othersSearches(CopyRun run) {
        long count = 0;
        for (JsonNode node : run.rest()
                .get("/_nodes/stats/indices/search?groups=shardstream")
                .path("nodes")) {
            JsonNode search = node.path("indices").path("search");
            count += search.path("query_total").asLong()
                    - search.path("groups")
                            .path("shardstream")
                            .path("query_total")
                            .asLong();
        }
        return count;
    }

    /// Clients that search all the time.
    private static final class Clients implements AutoCloseable {
        private final AtomicBoolean ended = new AtomicBoolean();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Clients(CopyRun run) {
            for (int i = 0; i < CLIENTS; i++) {
                threads.execute(() -> {
                    while (!ended.get()) {
                        run.rest().send("POST", "/" + run.source() + "/_search?request_cache=false", SEARCH);
                    }
                });
            }
        }

        @Override
        public void close() {
            ended.set(true);
            threads.close();
        }
    }
}
