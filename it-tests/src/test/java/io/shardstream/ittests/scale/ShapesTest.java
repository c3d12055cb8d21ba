package io.shardstream.ittests.scale;

import static io.shardstream.localcluster.search.ServerVersion.ELASTICSEARCH_9;
import static io.shardstream.localcluster.search.ServerVersion.OPENSEARCH_3;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.Patience;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.search.ServerVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each shape of source and target is copied while it is written to, followed, swept, verified, compared by bytes from
/// outside, and cut over. The usual build does three of them, `./mvnw verify -Pall-tests` all, and
/// `-Dtest='ShapesTest#every*' -Dshardstream.shapes=256:300,100:40` those of the whole table that are named.
@RealServers
class ShapesTest {
    private static final int IDS = 4000;
    private static final int HEAP = 1024;
    private static final String FOLLOWING = "follow: true\nsweep: {every: 30s}\ncutover: {max-blocked: 2m}";
    private static final Map<ServerVersion, ProxiedCluster> CLUSTERS = new EnumMap<>(ServerVersion.class);
    private static final String NAMED = System.getProperty("shardstream.shapes", "");
    private static final List<Integer> SOURCES = List.of(1, 33, 40, 64, 100, 256);
    private static final List<Integer> TARGETS = List.of(1, 7, 40, 300);

    static Stream<IndexShape> usual() {
        return Stream.of(
                IndexShape.of(ELASTICSEARCH_9, 40, 7),
                IndexShape.of(OPENSEARCH_3, 5, 10).withRoutingShards(10).withPartition(3),
                IndexShape.of(OPENSEARCH_3, 2, 40).from(8));
    }

    /// The whole table, on two servers in turn, and what is odd on each.
    static Stream<IndexShape> all() {
        return Stream.concat(table(), odd())
                .filter(shape -> NAMED.isEmpty()
                        || List.of(NAMED.split(",", -1)).contains(shape.source() + ":" + shape.target()));
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
        return Stream.of(ServerVersion.values())
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
        try (CopyRun run = CopyRun.on(cluster).intoShards(shape.target()).withLines(FOLLOWING)) {
            ShapedSource.make(run, shape);
            String alias = run.source() + "-production";
            run.rest().put("/" + run.source() + "/_alias/" + alias, "");
            Here working;
            try (SteadyWriter writer = SteadyWriter.start(run.rest(), alias, shape.isRouted(), IDS)) {
                working = run.startHere("run");
                awaitFollowing(run, working);
                writer.awaitDeletes();

                int documents = writer.finish();
                run.awaitCaughtUp();
                assertDone(run.command("sweep"));
                run.awaitCaughtUp();
                assertDone(run.command("verify", "--content", "all"));
                assertThat(run.assertCopied().equal()).isEqualTo(documents + ShapedSource.documentsBefore(shape));
                assertDone(run.command("cutover"));
                System.out.printf("shape %s: %,d operations, %,d documents%n", shape, writer.operations(), documents);
            }
            assertThat(working.awaitEnd(Patience.LIMIT)).as(working.said()).isZero();
            assertThat(run.assertCopied().equal()).isPositive();
            run.rest().put("/" + alias + "/_doc/late?routing=late", "{\"n\":0}");
            assertThat(run.rest().get("/_alias/" + alias).propertyNames()).containsExactly(run.target());
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        }
    }

    private static void awaitFollowing(CopyRun run, Here working) {
        Awaitility.await()
                .atMost(Patience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .failFast(() -> assertThat(working.isAlive()).as(working.said()).isTrue())
                .until(() -> ControlRecords.read(run.connection(), run.topics()).isIn(Phase.CATCHING_UP));
    }

    private static void assertDone(CopyRun.Output output) {
        assertThat(output.code()).as(output.text()).isZero();
    }
}
