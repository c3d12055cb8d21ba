package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.sweep.SweepOptions;
import io.shardstream.control.compare.sweep.SweepReport;
import io.shardstream.control.state.lanes.NotDrainedException;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// Finds a hundred deletes among the numbers of a large shard while clients go on updating it, once by
/// reading all numbers and once by counting, and says what either costs both sides, and what the servers do
/// in the same time without a sweep. The first sweep of a target on OpenSearch reads it, and later ones go by
/// what that one has kept.
///
/// `./mvnw -pl it-tests -am test -Dtest=CountedSweepTest -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.counting.docs=10000000` for a shard as large as that.
@Tag("long")
@RealServers
class CountedSweepServersTest {
    private static final int DOCS = Integer.getInteger("shardstream.counting.docs", 200_000);
    private static final int DELETES = 100;
    private static final int HEAP = 1024;
    private static final SweepOptions ONLINE = SweepOptions.online(ComparedCopy.PATIENCE);
    private static final int BULK = 10_000;
    private static final int FOR_ONE_WAIT = 1_000_000;
    private static final int UPDATED_AT_ONCE = 20;
    private static final Duration BETWEEN_UPDATES = Duration.ofMillis(200);
    private static final Duration WITHOUT_A_SWEEP = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_9", "OPENSEARCH_3"})
    void findsTheDeletesThatReadingFinds(SearchServerVersion version) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 1, HEAP);
                CopyRun run = CopyRun.on(cluster)
                        .withSource("\"number_of_shards\":1", "{\"properties\":{\"n\":{\"type\":\"long\"}}}")
                        .intoShards(2);
                ComparedCopy copy = ComparedCopy.of(run)) {
            load(run);
            Here reader = run.startHere("reader");
            Here writer = run.startHere("writer");
            assertThat(List.of(reader, writer)).hasSize(2);
            awaitCopied(copy);
            Sweep keeps = copy.sweepThatKeeps();
            assertThat(measure(run, keeps, version, "the first one, nothing deleted", ONLINE)
                            .deleted())
                    .isZero();
            Set<String> deleted = delete(run);
            AtomicBoolean goesOn = new AtomicBoolean(true);
            Thread updates = Thread.ofVirtual().start(() -> update(run, deleted, goesOn));
            try {
                sweeps(run, version, copy.sweepThatKeeps(), keeps, deleted);
            } finally {
                goesOn.set(false);
                updates.join();
            }
            copy.drain();
            assertThat(deleted).noneMatch(copy::isInTarget);
            assertThat(copy.sweep(SweepOptions.last(ComparedCopy.PATIENCE)).deleted())
                    .isZero();
        }
    }

    /// Ten million documents take longer to copy than a comparison waits for readers and writers.
    private static void awaitCopied(ComparedCopy copy) throws Exception {
        for (int left = DOCS / FOR_ONE_WAIT; ; left--) {
            try {
                copy.drain();
                return;
            } catch (NotDrainedException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    private static void sweeps(CopyRun run, SearchServerVersion version, Sweep reads, Sweep keeps, Set<String> deleted)
            throws Exception {
        SweepReport read =
                measure(run, reads, version, "read", new SweepOptions(true, true, true, ComparedCopy.PATIENCE));
        assertThat(read.counted()).isEmpty();
        printWithoutASweep(run.rest(), version);
        SweepReport counted = measure(run, keeps, version, "counted", ONLINE);

        assertThat(counted.counted()).containsExactly(0);
        assertThat(read.deleted()).isEqualTo(deleted.size());
        assertThat(counted.deleted()).isEqualTo(deleted.size());
    }

    private static SweepReport measure(
            CopyRun run, Sweep sweep, SearchServerVersion version, String how, SweepOptions options) throws Exception {
        Searches source = Searches.of(run.rest(), run.source());
        Searches target = Searches.of(run.rest(), run.target());
        long cpu = cpu(run.rest());
        SweepReport report = sweep.run(options, _ -> {});
        System.out.printf(
                "%s, sweep of %,d documents, %s: %,d ms, %d of %d candidates deleted; %s; %s; all nodes %,d ms of CPU%n",
                version,
                DOCS,
                how,
                Duration.between(report.started(), report.ended()).toMillis(),
                report.deleted(),
                report.candidates(),
                Searches.of(run.rest(), run.source()).since(source, "source"),
                Searches.of(run.rest(), run.target()).since(target, "target"),
                cpu(run.rest()) - cpu);
        return report;
    }

    /// What updates, the readers' rounds and merges cost while nothing is swept: that much of what the others
    /// cost is not the sweep's.
    private static void printWithoutASweep(Rest rest, SearchServerVersion version) throws InterruptedException {
        long cpu = cpu(rest);
        long begun = System.nanoTime();
        Thread.sleep(WITHOUT_A_SWEEP);
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf("%s, without a sweep: %,.0f ms of CPU a second%n", version, (cpu(rest) - cpu) / seconds);
    }

    /// The run's own searches of an index, as its servers count them.
    private record Searches(long queries, long millis) {
        static Searches of(Rest rest, String index) {
            JsonNode own = rest.get("/" + index + "/_stats/search?groups=shardstream")
                    .path("_all")
                    .path("total")
                    .path("search")
                    .path("groups")
                    .path("shardstream");
            return new Searches(
                    own.path("query_total").asLong(),
                    own.path("query_time_in_millis").asLong()
                            + own.path("fetch_time_in_millis").asLong());
        }

        String since(Searches before, String side) {
            return "%s %,d searches of %,d ms".formatted(side, queries - before.queries, millis - before.millis);
        }
    }

    private static long cpu(Rest rest) {
        return rest.get("/_nodes/stats/process")
                .path("nodes")
                .valueStream()
                .mapToLong(node ->
                        node.path("process").path("cpu").path("total_in_millis").asLong())
                .sum();
    }

    private static void load(CopyRun run) {
        for (int from = 0; from < DOCS; from += BULK) {
            bulk(run, from, Math.min(DOCS, from + BULK), 1, Set.of());
        }
    }

    private static Set<String> delete(CopyRun run) {
        Set<String> deleted = new TreeSet<>();
        for (int i = 0; i < DELETES; i++) {
            deleted.add("d" + (long) i * DOCS / DELETES);
        }
        String lines = deleted.stream()
                .map("{\"delete\":{\"_id\":\"%s\"}}\n"::formatted)
                .collect(Collectors.joining());
        run.rest().post("/" + run.source() + "/_bulk", lines);
        return deleted;
    }

    /// Goes through all documents that are left, some at a time.
    private static void update(CopyRun run, Set<String> deleted, AtomicBoolean goesOn) {
        int stride = Math.max(1, DOCS / 997);
        int from = 1;
        try {
            for (int time = 2; goesOn.get(); time++) {
                bulk(run, from, from + UPDATED_AT_ONCE, time, deleted);
                from = (from + stride) % (DOCS - UPDATED_AT_ONCE);
                Thread.sleep(BETWEEN_UPDATES);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void bulk(CopyRun run, int from, int to, int n, Set<String> but) {
        String lines = IntStream.range(from, to)
                .mapToObj(i -> "d" + i)
                .filter(id -> !but.contains(id))
                .map(id -> "{\"index\":{\"_id\":\"%s\"}}\n{\"n\":%d}\n".formatted(id, n))
                .collect(Collectors.joining());
        assertThat(run.rest()
                        .post("/" + run.source() + "/_bulk", lines)
                        .path("errors")
                        .asBoolean(true))
                .isFalse();
    }
}
