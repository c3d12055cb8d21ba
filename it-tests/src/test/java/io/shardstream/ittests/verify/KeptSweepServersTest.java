package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.compare.verify.Content;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Sweeps of a target on OpenSearch: the first one reads it, and the next ones go by what that one has read.
@RealServers
class KeptSweepServersTest {
    private static final int DOCUMENTS = 20_000;
    private static final int EACH = 400;

    @Test
    void aTargetOnOpenSearchIsReadOnce() throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.OPENSEARCH_3, 1, 512);
                CopyRun run = CopyRun.on(cluster)
                        .withSource("\"number_of_shards\":2", "{}")
                        .intoShards(2);
                ComparedCopy copy = ComparedCopy.of(run)) {
            index(run, 0, DOCUMENTS, 1);
            failSearches(run, run.source());
            failSearches(run, run.target());
            List<Here> parts = List.of(run.startHere("reader"), run.startHere("writer"));
            assertThat(parts).hasSize(2);
            copy.drain();
            Sweep sweep = copy.sweepThatKeeps();
            delete(run, 0);

            SweepReport read = measure(run, sweep, "read");

            assertThat(read.counted()).isEmpty();
            assertThat(read.deleted()).isEqualTo(DOCUMENTS / EACH);
            copy.drainLanes();
            index(run, DOCUMENTS, DOCUMENTS + EACH, 1);
            index(run, 2, 20, 2);
            copy.drain();
            delete(run, 1);
            run.rest().delete("/" + run.source() + "/_doc/d" + DOCUMENTS);

            SweepReport counted = measure(run, sweep, "by own numbers");

            assertThat(counted.counted()).containsExactly(0, 1);
            assertThat(counted.deleted()).isEqualTo(DOCUMENTS / EACH + 1);
            copy.drain();
            copy.drainLanes();
            // All bytes of both sides are equal, found by reading them.
            copy.verifyAll(Content.ALL);
        }
    }

    /// A default pipeline of an index has its say in every search but the run's own: this one, which is
    /// nowhere, fails them.
    private static void failSearches(CopyRun run, String index) {
        run.rest().put("/" + index + "/_settings", "{\"index.search.default_pipeline\":\"no-such-pipeline\"}");
        assertThat(run.rest().send("POST", "/" + index + "/_search", "{}").body())
                .asString()
                .contains("no-such-pipeline");
    }

    private static SweepReport measure(CopyRun run, Sweep sweep, String how) throws Exception {
        long before = queries(run.rest(), run.target());
        SweepReport report = sweep.run(SweepOptions.online(ComparedCopy.PATIENCE), _ -> {});
        System.out.printf(
                "sweep of %,d documents on OpenSearch, %s: %,d words held against the source's, %d candidates, %d"
                        + " deleted, %d searches of the target%n",
                DOCUMENTS,
                how,
                report.compared(),
                report.candidates(),
                report.deleted(),
                queries(run.rest(), run.target()) - before);
        return report;
    }

    private static long queries(Rest rest, String index) {
        JsonNode all = rest.get("/" + index + "/_stats/search").path("_all").path("total");
        return all.path("search").path("query_total").asLong();
    }

    private static void index(CopyRun run, int from, int to, int n) {
        bulk(
                run,
                IntStream.range(from, to)
                        .mapToObj(document -> "{\"index\":{\"_id\":\"d%d\"}}\n{\"n\":%d}\n".formatted(document, n))
                        .collect(Collectors.joining()));
    }

    private static void delete(CopyRun run, int first) {
        bulk(
                run,
                IntStream.iterate(first, document -> document < DOCUMENTS, document -> document + EACH)
                        .mapToObj("{\"delete\":{\"_id\":\"d%d\"}}\n"::formatted)
                        .collect(Collectors.joining()));
    }

    private static void bulk(CopyRun run, String lines) {
        assertThat(run.rest()
                        .post("/" + run.source() + "/_bulk", lines)
                        .path("errors")
                        .asBoolean(true))
                .isFalse();
    }
}
