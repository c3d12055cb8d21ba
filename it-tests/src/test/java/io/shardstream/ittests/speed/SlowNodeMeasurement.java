package io.shardstream.ittests.speed;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// How fast the lanes of two data nodes are written, alone and beside those of a third one with a write queue of one
/// place and a mebibyte for bulks under way; and how often that one is asked in vain.
///
/// All processes share the processors of this machine, so that a third node costs the others some of their speed by
/// working at all. Each bulk's answer is therefore held back for some time, which leaves processors idle: what is
/// compared is what the writer makes of it.
///
/// `./mvnw -pl it-tests -am test -Dtest=SlowNodeMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.speed.docs=60000`, `-Dshardstream.speed.rounds=2` and `-Dshardstream.speed.delay=150` (milliseconds,
/// 0 for none) to say otherwise.
@RealServers
class SlowNodeMeasurement {
    private static final int DOCS = Integer.getInteger("shardstream.speed.docs", 60_000);
    private static final int ROUNDS = Integer.getInteger("shardstream.speed.rounds", 2);
    private static final Duration DELAY = Duration.ofMillis(Integer.getInteger("shardstream.speed.delay", 150));
    private static final int LANES_PER_NODE = 2;
    private static final String SLOW = "node-2";

    /// What became of one run.
    ///
    /// @param rate documents a second in the lanes of the first two nodes
    /// @param seconds until all lanes were written
    /// @param refused bulks or parts of them that the slow node refused
    /// @param mostRefused in one second
    private record Figures(double rate, double seconds, long refused, long mostRefused) {}

    @Test
    void twoNodesAloneAndBesideASlowOne() {
        try (ProxiedCluster cluster = ProxiedCluster.start(
                SearchServerVersion.standard(),
                3,
                768,
                wanted -> wanted.nodeSetting(2, "thread_pool.write.size", "1")
                        .nodeSetting(2, "thread_pool.write.queue_size", "1")
                        .nodeSetting(2, "indexing_pressure.memory.limit", "1mb"))) {
            List<Double> alone = new ArrayList<>();
            List<Double> beside = new ArrayList<>();
            for (int round = 1; round <= ROUNDS; round++) {
                Figures without = copy(cluster, 2);
                Figures with = copy(cluster, 3);
                alone.add(without.rate());
                beside.add(with.rate());
                tell(round, "two nodes", without);
                tell(round, "and a slow one", with);
            }
            System.out.printf("beside a slow node: %.0f %% of the rate alone%n", 100 * mean(beside) / mean(alone));
        }
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    private static void tell(int round, String what, Figures figures) {
        System.out.printf(
                "round %d  %-15s %,8.0f docs/s in the lanes of the first two nodes; all written after %.1f s; refused"
                        + " by %s: %,d, in one second at most %d%n",
                round, what, figures.rate(), figures.seconds(), SLOW, figures.refused(), figures.mostRefused());
    }

    private static Figures copy(ProxiedCluster cluster, int nodes) {
        try (CopyRun run = CopyRun.on(cluster)
                .withSource("\"number_of_shards\":2,\"index.routing.allocation.exclude._name\":\"" + SLOW + "\"", "{}")
                .holding(new Articles(1).stream(DOCS / 3L * nodes))
                .withTarget("""
                        replicas: 0
                        settings:
                          index.refresh_interval: "-1"
                          index.routing.allocation.total_shards_per_node: %d
                          index.routing.allocation.exclude._name: "%s\"\
                        """.formatted(LANES_PER_NODE, nodes == 3 ? "" : SLOW))
                .withWriter("bulk-bytes: 256kb\nbulks-in-flight: 4")
                .intoShards(LANES_PER_NODE * nodes)
                .planned()) {
            run.startHere("reader");
            run.awaitRead();
            cluster.proxies().forEach(proxy -> proxy.delay(exchange -> exchange.endsWith("_bulk"), DELAY));
            run.startHere("writer");
            Figures figures = watch(run);
            run.awaitComplete();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCS / 3L * nodes);
            return figures;
        }
    }

    private static Figures watch(CopyRun run) {
        Set<Integer> fast = run.rest()
                .get("/_cat/shards/" + run.target() + "?format=json&h=shard,node")
                .valueStream()
                .filter(shard -> !shard.path("node").asString().equals(SLOW))
                .map(shard -> Integer.valueOf(shard.path("shard").asString()))
                .collect(Collectors.toSet());
        long refusedBefore = refused(run);
        long refused = refusedBefore;
        long mostRefused = 0;
        long begun = 0;
        long nextLook = 0;
        double rate = 0;
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            while (true) {
                RunState state = states.read();
                long now = System.nanoTime();
                long written = fast.stream()
                        .mapToLong(lane -> state.committed().get(lane))
                        .sum();
                long all =
                        fast.stream().mapToLong(lane -> state.ends().get(lane)).sum();
                if (begun == 0 && written > 0) {
                    begun = now;
                    nextLook = now;
                }
                if (begun != 0 && rate == 0 && written == all) {
                    rate = all * 1e9 / (now - begun);
                }
                if (begun != 0 && now - nextLook >= 0) {
                    nextLook += 1_000_000_000;
                    long seen = refused(run);
                    mostRefused = Math.max(mostRefused, seen - refused);
                    refused = seen;
                }
                if (state.isWrittenUpTo(state.ends())) {
                    return new Figures(rate, (now - begun) / 1e9, refused(run) - refusedBefore, mostRefused);
                }
                LockSupport.parkNanos(100_000_000);
            }
        }
    }

    /// Whole requests for want of memory and single ones for want of a place in the queue.
    private static long refused(CopyRun run) {
        JsonNode node = run.rest()
                .get("/_nodes/" + SLOW + "/stats/indexing_pressure,thread_pool")
                .path("nodes")
                .iterator()
                .next();
        JsonNode pressure = node.at("/indexing_pressure/memory/total");
        return pressure.path("coordinating_rejections").asLong()
                + pressure.path("primary_rejections").asLong()
                + node.at("/thread_pool/write/rejected").asLong();
    }
}
