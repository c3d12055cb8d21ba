package io.shardstream.ittests.scale;

import static io.shardstream.localcluster.search.SearchServerVersion.ELASTICSEARCH_9;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a run that follows its source costs while nobody writes: requests to both search clusters and to Kafka,
/// processor time, memory, threads and connections, by the number of shards.
///
/// `./mvnw -pl it-tests -am test -Dtest=IdleCostMeasurement -Dsurefire.failIfNoSpecifiedTests=false`, with
/// `-Dshardstream.idle.seconds=30` to say for how long, `-Dshardstream.idle.documents=2000` how many are copied before,
/// and `-Dshardstream.shapes=40:1,1:100:3` for shards of source and target, and nodes of each if there is more than
/// one.
/// Control, reader and writer are one process with `-Xmx384m`; source and target are of 9.5.3.
@RealServers
class IdleCostMeasurement {
    private static final long SECONDS = Long.getLong("shardstream.idle.seconds", 30);
    private static final String SHAPES = System.getProperty("shardstream.shapes", "1:1,40:1,1:40,1:100,40:40");
    private static final int DOCUMENTS = Integer.getInteger("shardstream.idle.documents", 2000);
    private static final int HEAP = 512;

    /// Requests that pass proxies, by what they are.
    private static final class Requests implements Predicate<String> {
        private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

        static Requests through(Iterable<FaultProxy> proxies) {
            Requests requests = new Requests();
            proxies.forEach(proxy -> proxy.hold(Direction.REQUEST, requests, 1));
            return requests;
        }

        @Override
        public boolean test(String exchange) {
            String kind = exchange.replaceAll("[0-9a-f]{6,}|[0-9]+|\\?.*", "#");
            counts.computeIfAbsent(kind, _ -> new LongAdder()).increment();
            return false;
        }

        Map<String, Long> now() {
            Map<String, Long> now = new TreeMap<>();
            counts.forEach((kind, count) -> now.put(kind, count.sum()));
            return now;
        }
    }

    private record Counted(Map<String, Long> source, Map<String, Long> target, Map<String, Long> kafka, long nanos) {}

    static Stream<int[]> shapes() {
        return Stream.of(SHAPES.split(",", -1))
                .map(shape -> Stream.of(shape.split(":", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void costsOfAnIdleRun(int[] shape) throws Exception {
        int nodes = shape.length > 2 ? shape[2] : 1;
        try (ProxiedCluster from = ProxiedCluster.start(ELASTICSEARCH_9, nodes, HEAP);
                ProxiedCluster to = ProxiedCluster.start(ELASTICSEARCH_9, nodes, HEAP);
                CopyRun run = CopyRun.on(from)
                        .into(to, IntStream.range(0, nodes).toArray())
                        .withSource("\"number_of_shards\":" + shape[0], "{}")
                        .intoShards(shape[1])
                        .withLines("follow: true")
                        .holding(new Articles(7).stream(DOCUMENTS))) {
            Child process = run.start("run");
            run.awaitPhase(Phase.CATCHING_UP);
            run.awaitCaughtUp();
            Requests source = Requests.through(from.proxies());
            Requests target = Requests.through(to.proxies());
            Requests kafka = Requests.through(List.of(Servers.kafka().proxy()));
            // What begins with a run is over, such as the first sweep.
            TimeUnit.SECONDS.sleep(SECONDS);
            long fromNode = processMillis(from.rest());
            long toNode = processMillis(to.rest());
            String prefix = "shardstream." + run.topics().run() + ".";
            Map<String, Long> topicsBefore =
                    TopicBytes.of(run.connection(), prefix).bytes();
            Counted before = new Counted(source.now(), target.now(), kafka.now(), ProcessCost.nanos(process.pid()));
            long began = System.nanoTime();
            TimeUnit.SECONDS.sleep(SECONDS);
            double seconds = (System.nanoTime() - began) / 1e9;
            Counted after = new Counted(source.now(), target.now(), kafka.now(), ProcessCost.nanos(process.pid()));
            System.out.printf(
                    "idle: %d source shards, %d lanes, %d nodes, %,d documents: requests/s: source %.1f, target %.1f,"
                            + " Kafka %.1f; processor: own %.1f %%, source node %.1f %%, target node %.1f %%; %s%n",
                    shape[0],
                    shape[1],
                    nodes,
                    DOCUMENTS,
                    sum(difference(before.source(), after.source())) / seconds,
                    sum(difference(before.target(), after.target())) / seconds,
                    sum(difference(before.kafka(), after.kafka())) / seconds,
                    (after.nanos() - before.nanos()) / seconds / 1e7,
                    (processMillis(from.rest()) - fromNode) / seconds / 10,
                    (processMillis(to.rest()) - toNode) / seconds / 10,
                    ProcessCost.of(process.pid()));
            System.out.printf(
                    "idle:   connections: source %d, target %d, Kafka %d%n",
                    connections(process, from.proxies()),
                    connections(process, to.proxies()),
                    connections(process, List.of(Servers.kafka().proxy())));
            ProcessCost.threads(process.pid())
                    .forEach((name, count) -> System.out.printf("idle:   %d threads %s%n", count, name));
            TopicBytes topics = TopicBytes.of(run.connection(), prefix);
            System.out.printf("idle:   %d partitions%n", topics.partitions());
            topics.bytes()
                    .forEach((topic, bytes) -> System.out.printf(
                            "idle:   topic %s: %,d bytes, %.1f/s%n",
                            topic, bytes, (bytes - topicsBefore.getOrDefault(topic, 0L)) / seconds));
            print("source", difference(before.source(), after.source()), seconds);
            print("target", difference(before.target(), after.target()), seconds);
            print("Kafka", difference(before.kafka(), after.kafka()), seconds);
        }
    }

    private static long connections(Child process, List<FaultProxy> to) throws IOException {
        return ProcessCost.connections(
                process.pid(), to.stream().map(FaultProxy::port).toList());
    }

    private static void print(String of, Map<String, Long> requests, double seconds) {
        requests.forEach((kind, count) -> System.out.printf("idle:   %6.2f/s %s %s%n", count / seconds, of, kind));
    }

    private static long processMillis(Rest rest) {
        return rest.get("/_nodes/_local/stats/process")
                .path("nodes")
                .iterator()
                .next()
                .at("/process/cpu/total_in_millis")
                .asLong();
    }

    private static double sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> all = new TreeMap<>();
        after.forEach((kind, count) -> {
            long more = count - before.getOrDefault(kind, 0L);
            if (more > 0) {
                all.put(kind, more);
            }
        });
        return all;
    }
}
