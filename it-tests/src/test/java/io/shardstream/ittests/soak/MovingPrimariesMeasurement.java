package io.shardstream.ittests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.Side;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.LoadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-26 as a habit: every ten seconds two primaries of the target change places, while clients write to the
/// source and three writers are pinned to the three nodes. Then, with nobody moving or writing anything, how
/// many bytes the data nodes send each other for each byte that is indexed, without replicas.
///
/// `./mvnw -pl it-tests -am test -Dtest=MovingPrimariesMeasurement -Dsurefire.failIfNoSpecifiedTests=false`,
/// with `-Dshardstream.soak.seconds=300` and `-Dshardstream.soak.docs=20000` to say otherwise.
@RealServers
class MovingPrimariesMeasurement {
    private static final int SECONDS = Integer.getInteger("shardstream.soak.seconds", 300);
    private static final int DOCS = Integer.getInteger("shardstream.soak.docs", 20_000);
    private static final int RATE = 100;
    private static final int NODES = 3;
    private static final int LANES = 6;
    private static final double MB = 1e6;
    private static final Duration EVERY = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final AtomicLong syncs = new AtomicLong();

    @Test
    void primariesMoveEveryTenSeconds() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), NODES, 768)) {
            moving(cluster);
            withoutKnowing(cluster);
        }
    }

    private void moving(ProxiedCluster cluster) {
        LoadSettings settings =
                LoadSettings.of(RATE, Duration.ofHours(1)).withUnderWay(RATE).withPreparedDocuments(2000);
        try (CopyRun run = CopyRun.on(cluster)
                        .withSource()
                        .intoShards(LANES)
                        .withTarget("replicas: 0\nsettings: {index.routing.rebalance.enable: none}")
                        .withLines("follow: true\nsweep: {every: 60s}");
                LoadedCopy copy = LoadedCopy.begin(run, cluster.servers().urls(), settings)) {
            // Each member of a group sends one of these for each division.
            Servers.kafka()
                    .proxy()
                    .watch(
                            Direction.REQUEST,
                            what -> what.equals("SYNC_GROUP shardstream-writer") && syncs.incrementAndGet() < 0,
                            1);
            run.startHere("reader");
            List<Here> pinned = writers(cluster, true).apply(run);
            try {
                move(run, cluster);
                long began = System.nanoTime();
                copy.finish();
                System.out.printf(
                        "moving: everything written and compared %.0f s after the last move; %s%n",
                        (System.nanoTime() - began) / 1e9, OutcomeCount.of(run));
            } finally {
                pinned.forEach(Here::close);
            }
            calm(run, "pinned", writers(cluster, true));
            calm(run, "not pinned", writers(cluster, false));
        }
    }

    /// Without a controller nobody says where primaries are.
    private static void withoutKnowing(ProxiedCluster cluster) {
        try (CopyRun run = CopyRun.on(cluster)
                .withSource()
                .holding(new Articles(1).stream(10))
                .intoShards(LANES)
                .withTarget("replicas: 0")
                .plannedOnly()) {
            ControlTopicWriter.primaries(run.connection(), run.topics(), Side.TARGET, PrimaryNodes.UNKNOWN);
            run.startHere("reader");
            calm(run, "to any node", writers(cluster, false));
        }
    }

    private static Function<CopyRun, List<Here>> writers(ProxiedCluster cluster, boolean arePinned) {
        return run -> cluster.servers().nodes().stream()
                .map(node -> arePinned
                        ? Here.start("writer", run.runFile(), "--pin", node.name())
                        : Here.start("writer", run.runFile()))
                .toList();
    }

    private void move(CopyRun run, ProxiedCluster cluster) {
        run.awaitWriters(NODES);
        LockSupport.parkNanos(EVERY.toNanos());
        long before = syncs.get();
        int relocations = 0;
        long begun = System.nanoTime();
        for (int step = 0; Duration.ofNanos(System.nanoTime() - begun).toSeconds() < SECONDS; step++) {
            exchange(run, cluster, step);
            relocations += 2;
            LockSupport.parkNanos(begun + (step + 1) * EVERY.toNanos() - System.nanoTime());
        }
        LockSupport.parkNanos(EVERY.toNanos());
        double divisions = (double) (syncs.get() - before) / NODES;
        System.out.printf("moving: %d relocations in %d s, %.1f divisions%n", relocations, SECONDS, divisions);
        // One in which a lane is given up, and one in which it is taken.
        assertThat(divisions).isLessThanOrEqualTo(2.0 * relocations);
    }

    /// A primary of one node and one of the next change places.
    private static void exchange(CopyRun run, ProxiedCluster cluster, int step) {
        List<SearchNode> nodes = cluster.servers().nodes();
        String one = nodes.get(step % NODES).name();
        String other = nodes.get((step + 1) % NODES).name();
        Map<Integer, String> holders = holders(run);
        List<String> moves = new ArrayList<>();
        moves.add(moved(run, shardOf(holders, one, step), one, other));
        moves.add(moved(run, shardOf(holders, other, step), other, one));
        run.rest().post("/_cluster/reroute", "{\"commands\":[%s]}".formatted(String.join(",", moves)));
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> run.rest()
                                .get("/_cluster/health")
                                .path("relocating_shards")
                                .asInt()
                        == 0);
    }

    private static String moved(CopyRun run, int shard, String from, String to) {
        return "{\"move\":{\"index\":\"%s\",\"shard\":%d,\"from_node\":\"%s\",\"to_node\":\"%s\"}}"
                .formatted(run.target(), shard, from, to);
    }

    private static int shardOf(Map<Integer, String> holders, String node, int step) {
        List<Integer> shards = holders.entrySet().stream()
                .filter(holder -> holder.getValue().equals(node))
                .map(Map.Entry::getKey)
                .toList();
        return shards.get(step / NODES % shards.size());
    }

    private static Map<Integer, String> holders(CopyRun run) {
        Map<Integer, String> holders = new TreeMap<>();
        for (JsonNode shard : run.rest().get("/_cat/shards/" + run.target() + "?format=json&h=shard,node")) {
            holders.put(
                    Integer.valueOf(shard.path("shard").asString("")),
                    shard.path("node").asString(""));
        }
        return holders;
    }

    // ---- nobody moves anything

    /// Has documents read while nobody writes, and looks at what data nodes send each other while they are
    /// written.
    private static void calm(CopyRun run, String what, Function<CopyRun, List<Here>> starting) {
        run.holding(new Articles(what.hashCode()).stream(DOCS));
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            Awaitility.await().atMost(LIMIT).until(() -> states.read().inKafka() >= DOCS);
        }
        long quiet = sent(run);
        LockSupport.parkNanos(EVERY.toNanos());
        double idle = (double) (sent(run) - quiet) / EVERY.toSeconds();
        long before = sent(run);
        long bytes = OutcomeCount.bytes(run);
        long begun = System.nanoTime();
        List<Here> writers = starting.apply(run);
        try {
            run.awaitCaughtUp();
            double seconds = (System.nanoTime() - begun) / 1e9;
            long sent = sent(run) - before;
            long indexed = OutcomeCount.bytes(run) - bytes;
            System.out.printf(
                    "calm, %s: %.1f MB indexed in %.0f s, %.2f MB between data nodes, of which %.2f MB would have been"
                            + " sent without writing too: %.4f and %.4f bytes a byte%n",
                    what,
                    indexed / MB,
                    seconds,
                    sent / MB,
                    idle * seconds / MB,
                    (double) sent / indexed,
                    (sent - idle * seconds) / indexed);
        } finally {
            writers.forEach(Here::close);
        }
    }

    private static long sent(CopyRun run) {
        return run.rest()
                .get("/_nodes/stats/transport")
                .path("nodes")
                .valueStream()
                .mapToLong(node -> node.at("/transport/tx_size_in_bytes").asLong())
                .sum();
    }
}
