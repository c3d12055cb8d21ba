package io.shardstream.ittests.scale;

import static io.shardstream.localcluster.search.SearchServerVersion.ELASTICSEARCH_9;
import static io.shardstream.localcluster.search.SearchServerVersion.OPENSEARCH_3;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each shape of source and target is copied while it is written to, followed, swept, verified, compared by bytes from
/// outside, and cut over. The usual build does three of them, `./mvnw verify -Pall-tests` all, and
/// `-Dtest='ShapesTest#every*' -Dshardstream.shapes=256:300,7.17.29/64:40` those of the whole table that are named, and
/// any pair on the server that stands before it.
@RealServers
class ShapesTest {
    /// By `plan`.
    private static final Set<SearchServerVersion> REFUSED =
            EnumSet.of(SearchServerVersion.ELASTICSEARCH_7_10, SearchServerVersion.OPENSEARCH_1);

    private static final int IDS = 4000;
    private static final int HEAP = 1024;
    private static final Map<SearchServerVersion, ProxiedCluster> CLUSTERS = new EnumMap<>(SearchServerVersion.class);
    private static final String NAMED = System.getProperty("shardstream.shapes", "");
    private static final List<Integer> SOURCES = List.of(1, 33, 40, 64, 100, 256);
    private static final List<Integer> TARGETS = List.of(1, 7, 40, 300);

    static Stream<IndexShape> usual() {
        return Stream.of(
                IndexShape.of(ELASTICSEARCH_9, 40, 7),
                IndexShape.of(OPENSEARCH_3, 5, 10).withRoutingShards(10).withPartition(3),
                IndexShape.of(OPENSEARCH_3, 2, 40).from(8));
    }

    /// The whole table, on two servers in turn, and what is odd on each; or those that are named.
    static Stream<IndexShape> all() {
        return NAMED.isEmpty()
                ? Stream.concat(table(), odd())
                : Stream.of(NAMED.split(",", -1)).flatMap(ShapesTest::named);
    }

    /// @param name such as `256:300` for what the table has, or `7.17.29/64:40` for any pair on a server
    private static Stream<IndexShape> named(String name) {
        int slash = name.indexOf('/');
        if (slash < 0) {
            return Stream.concat(table(), odd()).filter(shape -> name.equals(shape.source() + ":" + shape.target()));
        }
        int colon = name.indexOf(':');
        return Stream.of(SearchServerVersion.values())
                .filter(server -> server.number().equals(name.substring(0, slash)))
                .map(server -> IndexShape.of(
                        server,
                        Integer.parseInt(name.substring(slash + 1, colon)),
                        Integer.parseInt(name.substring(colon + 1))));
    }

    private static Stream<IndexShape> table() {
        return IntStream.range(0, SOURCES.size())
                .boxed()
                .flatMap(row -> IntStream.range(0, TARGETS.size())
                        .mapToObj(column -> IndexShape.of(
                                (row + column) % 2 == 0 ? ELASTICSEARCH_9 : OPENSEARCH_3,
                                SOURCES.get(row),
                                TARGETS.get(column))));
    }

    private static Stream<IndexShape> odd() {
        return Stream.of(SearchServerVersion.values())
                .filter(server -> !REFUSED.contains(server))
                .flatMap(server -> Stream.of(
                        IndexShape.of(server, 40, 7),
                        IndexShape.of(server, 3, 2).withRoutingShards(6),
                        IndexShape.of(server, 10, 3).withRoutingShards(20),
                        IndexShape.of(server, 5, 15).withRoutingShards(15).withPartition(2),
                        IndexShape.of(server, 4, 3).withRoutingShards(8).from(2),
                        IndexShape.of(server, 3, 40).withRoutingShards(6),
                        IndexShape.of(server, 1, 7).from(40)));
    }

    @AfterAll
    static void stop() {
        CLUSTERS.values().forEach(ProxiedCluster::close);
        CLUSTERS.clear();
    }

    @ParameterizedTest
    @MethodSource("usual")
    void isCopiedFollowedSweptVerifiedAndCutOver(IndexShape shape) throws Exception {
        copyAndCutOver(shape);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("all")
    void everyShapeIsCopiedFollowedSweptVerifiedAndCutOver(IndexShape shape) throws Exception {
        copyAndCutOver(shape);
    }

    private static void copyAndCutOver(IndexShape shape) throws Exception {
        ProxiedCluster cluster =
                CLUSTERS.computeIfAbsent(shape.server(), version -> ProxiedCluster.start(version, 2, HEAP));
        Instant began = Instant.now();
        try (CopyRun run = CopyRun.on(cluster).intoShards(shape.target()).withLines(WholeRun.FOLLOWING)) {
            copyAndCutOver(run, shape, began);
            deleteTopics(run);
        }
    }

    /// A broker that keeps the lanes of all shapes gets slower with each.
    private static void deleteTopics(CopyRun run) throws Exception {
        try (Admin admin = run.connection().admin("test")) {
            Set<String> names = new TreeSet<>(admin.listTopics().names().get());
            names.removeIf(
                    name -> !name.startsWith("shardstream." + run.topics().run() + "."));
            admin.deleteTopics(names).all().get();
        }
    }

    private static void copyAndCutOver(CopyRun run, IndexShape shape, Instant began) throws Exception {
        ShapedSource.make(run, shape);
        WholeRun whole = WholeRun.of(run);
        try (SteadyWriter writer = SteadyWriter.start(run.rest(), whole.alias(), shape.isRouted(), IDS)) {
            AtomicInteger written = new AtomicInteger();
            long equal = whole.cutOverAfter(() -> {
                writer.awaitDeletes();
                written.set(writer.finish());
            });
            assertThat(equal).isEqualTo(written.get() + ShapedSource.documentsBefore(shape));
            System.out.printf(
                    "shape %s: %,d operations, %,d documents, %d s%n",
                    shape,
                    writer.operations(),
                    equal,
                    Duration.between(began, Instant.now()).toSeconds());
        }
    }
}
