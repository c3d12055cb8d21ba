package io.shardstream.ittests.scale;

import static io.shardstream.localcluster.search.ServerVersion.ELASTICSEARCH_9;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.shardstream.cli.sample.Articles;
import io.shardstream.common.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// What a run that follows its source costs while nobody writes: requests to the search cluster and to Kafka, processor
/// time, threads, connections and memory, by the number of shards.
///
/// `./mvnw -pl it-tests -am test -Dtest=IdleCostMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.idle.seconds=30` to say for how long. Control, reader and writer are one process, that of the test;
/// source and target are on one node of 9.5.3.
@RealServers
class IdleCostMeasurement {
    private static final long SECONDS = Long.getLong("shardstream.idle.seconds", 30);
    private static final int DOCUMENTS = 2000;

    /// What has been counted up to a moment.
    private record Counted(Map<String, Long> requests, long kafka, long ownNanos, long serverMillis) {}

    @ParameterizedTest
    @CsvSource({"1, 1", "40, 1", "1, 40", "40, 40", "256, 300"})
    void costsOfAnIdleRun(int sourceShards, int targetShards) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(ELASTICSEARCH_9, 1, 1024);
                CopyRun run = CopyRun.on(cluster)
                        .withSource("\"number_of_shards\":" + sourceShards, "{}")
                        .intoShards(targetShards)
                        .withLines("follow: true")
                        .holding(new Articles(7).stream(DOCUMENTS))) {
            int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
            run.startHere("run");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            // What begins with a run is over, such as the first sweep.
            TimeUnit.SECONDS.sleep(SECONDS);
            Counted before = counted(cluster.rest());
            long began = System.nanoTime();
            TimeUnit.SECONDS.sleep(SECONDS);
            Counted after = counted(cluster.rest());
            double seconds = (System.nanoTime() - began) / 1e9;
            System.gc();
            MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
            System.out.printf(
                    "idle: %d source shards, %d lanes: %.1f requests/s to the cluster, %.1f to Kafka, own processor %.1f %%,"
                            + " node's %.1f %%, %d threads, %d connections to the node, heap %d MiB%n",
                    sourceShards,
                    targetShards,
                    difference(before.requests(), after.requests()).values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum()
                            / seconds,
                    (after.kafka() - before.kafka()) / seconds,
                    (after.ownNanos() - before.ownNanos()) / seconds / 1e7,
                    (after.serverMillis() - before.serverMillis()) / seconds / 10,
                    ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore,
                    cluster.rest()
                            .get("/_nodes/_local/stats/http")
                            .path("nodes")
                            .iterator()
                            .next()
                            .at("/http/current_open")
                            .asInt(),
                    memory.getHeapMemoryUsage().getUsed() >> 20);
            difference(before.requests(), after.requests())
                    .forEach((route, count) -> System.out.printf("idle:   %6.2f/s %s%n", count / seconds, route));
            assertThat(run.command("status").code()).isEqualTo(2);
        }
    }

    private static Counted counted(Rest rest) throws Exception {
        JsonNode node = rest.get("/_nodes/_local/stats/http,process")
                .path("nodes")
                .iterator()
                .next();
        Map<String, Long> requests = new TreeMap<>();
        node.at("/http/routes")
                .properties()
                .forEach(route -> requests.put(
                        route.getKey(), route.getValue().at("/requests/count").asLong()));
        long own = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return new Counted(
                requests,
                kafkaRequests(),
                own,
                node.at("/process/cpu/total_in_millis").asLong());
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> all = new TreeMap<>();
        after.forEach((route, count) -> {
            long more = count - before.getOrDefault(route, 0L);
            if (more > 0) {
                all.put(route, more);
            }
        });
        return all;
    }

    /// Requests that the Kafka clients of this process have sent.
    private static long kafkaRequests() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long all = 0;
        for (String kind : new String[] {"consumer", "producer", "admin.client"}) {
            String type = kind.equals("admin.client") ? "admin-client-metrics" : kind + "-metrics";
            for (ObjectName name : beans.queryNames(new ObjectName("kafka." + kind + ":type=" + type + ",*"), null)) {
                if (beans.getAttribute(name, "request-total") instanceof Number count) {
                    all += count.longValue();
                }
            }
        }
        return all;
    }
}
