package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.TargetReach;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A node of the source, or of the target, whose disk is put back to an older state, as after the snapshot of a
/// machine. The uuid of the shard's history stays the same, and numbers are given out again.
@Tag("long")
@RealServers
class PutBackDiskTest {
    private static final int DOCUMENTS = 200;
    private static final int NEWER = 60;
    private static final int BLOCKED = 3;

    @Test
    void aShardThatIsPutBackBlocksUntilThatIsAcceptedAlsoWhenItHasAsManyNumbersAgain() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster)) {
            SearchNode node = cluster.servers().node(0);
            run.plannedOnly();
            Path index = indexFolder(run, node);
            keep(node, index, kept.resolve("index"));
            Child reader = run.start("reader");
            run.startHere("writer");
            addNewer(run);
            run.awaitCaughtUp();
            putBack(node, index, kept.resolve("index"));

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::tail).isEqualTo(BLOCKED);
            assertThat(reader.tail()).contains("an older state of its disk").contains("resume --new-history");
            run.holding(new Articles(6).stream(DOCUMENTS));
            Child second = run.start("reader");
            assertThat(second.awaitEnd(TestPatience.LIMIT)).as(second::tail).isEqualTo(BLOCKED);
            assertThat(run.command("sweep").text())
                    .contains("nothing new would be settled", "an older state of its disk");

            CopyRun.Output accepted = run.command("resume", "--new-history");
            assertThat(accepted.code()).as(accepted.text()).isZero();
            assertThat(accepted.text()).contains("Accepted");
            run.start("reader");
            run.awaitCaughtUp();
            assertThat(run.command("sweep").text()).contains(NEWER + " documents deleted");
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        } finally {
            FileTree.delete(kept);
        }
    }

    /// Only the documents under the numbers that were read tell it from a shard that has gone on.
    @Test
    void aShardThatIsPutBackAndWrittenToBeforeAnyReaderLooksIsToldByTheNextOne() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster)) {
            SearchNode node = cluster.servers().node(0);
            run.plannedOnly();
            say(run, new RunFormat(RunFormat.NEWEST, "0.1.0", Instant.now()));
            Path index = indexFolder(run, node);
            keep(node, index, kept.resolve("index"));
            Child first = run.start("reader");
            run.startHere("writer");
            addNewer(run);
            run.awaitCaughtUp();
            first.stop();
            putBack(node, index, kept.resolve("index"));
            run.holding(new Articles(6).stream(DOCUMENTS));

            CopyRun.Output judged = run.command("verify");
            assertThat(judged.code()).as(judged.text()).isEqualTo(BLOCKED);
            assertThat(judged.text()).contains("an older state of its disk", "Nothing was deleted or judged");
            Child second = run.start("reader");
            assertThat(second.awaitEnd(TestPatience.LIMIT)).as(second::tail).isEqualTo(BLOCKED);
            assertThat(second.tail()).contains("an older state of its disk").contains("resume --new-history");

            CopyRun.Output accepted = run.command("resume", "--new-history");
            assertThat(accepted.code()).as(accepted.text()).isZero();
            assertThat(accepted.text()).contains("An older state of a disk was put back.");
            run.start("reader");
            run.awaitCaughtUp();
            assertThat(run.command("sweep").text()).contains(NEWER + " documents deleted");
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        } finally {
            FileTree.delete(kept);
        }
    }

    /// Each of them gets as many numbers again as were read, but none before its reader has looked.
    @Test
    void allShardsOfADiskThatIsPutBackAreReadFromTheStart() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster, 3)) {
            SearchNode node = cluster.servers().node(0);
            run.plannedOnly();
            Path index = indexFolder(run, node);
            keep(node, index, kept.resolve("index"));
            Child reader = run.start("reader");
            run.startHere("writer");
            addNewer(run);
            run.awaitCaughtUp();
            putBack(node, index, kept.resolve("index"));

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::tail).isEqualTo(BLOCKED);
            run.holding(new Articles(6).stream(3 * DOCUMENTS));
            CopyRun.Output accepted = run.command("resume", "--new-history");
            assertThat(accepted.code()).as(accepted.text()).isZero();
            assertThat(accepted.text())
                    .contains("Shard 0 of ", "Shard 1 of ", "Shard 2 of ", "An older state of a disk was put back.");
            run.start("reader");
            run.awaitCaughtUp();
            assertThat(run.command("sweep").text()).contains(NEWER + " documents deleted");
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        } finally {
            FileTree.delete(kept);
        }
    }

    /// Cluster state and all: the term is put back as well, and the copy has the same allocation id.
    @Test
    void aNodeThatIsPutBackAndGetsAsManyDocumentsAgainAtOnceBlocks() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster)) {
            SearchNode node = cluster.servers().node(0);
            run.plannedOnly();
            Path data = node.folder().resolve("data");
            keep(node, data, kept.resolve("data"));
            Child reader = run.start("reader");
            run.startHere("writer");
            addNewer(run);
            run.awaitCaughtUp();
            putBack(node, data, kept.resolve("data"));
            run.holding(new Articles(6).stream(DOCUMENTS));

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::tail).isEqualTo(BLOCKED);
            assertThat(reader.tail()).contains("an older state of its disk");
        } finally {
            FileTree.delete(kept);
        }
    }

    /// What the target has acknowledged is written by nobody again: only what the control topic says of it can tell.
    @Test
    void aTargetThatIsPutBackWhileNobodyControlsTheRunStopsTheNextController() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster).into(other, 0).intoShards(1).following()) {
            SearchNode node = other.servers().node(0);
            run.plannedOnly();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            Path data = node.folder().resolve("data");
            keep(node, data, kept.resolve("data"));
            addNewer(run);
            run.awaitCaughtUp();
            Child first = run.start("control");
            awaitNoted(run, DOCUMENTS + NEWER - 1);
            first.stop();
            putBack(node, data, kept.resolve("data"));

            run.start("control");
            awaitStopped(run);
            assertThat(run.compare().isClean()).isFalse();
            assertThat(run.command("resume", "--read-again").code()).isZero();
            assertThat(run.command("resume").code()).isZero();
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        } finally {
            FileTree.delete(kept);
        }
    }

    /// Neither its term nor its history nor its numbers tell: only that its node was started again in between.
    @Test
    void aTargetThatIsPutBackAndGetsAsManyDocumentsAgainAtOnceStopsTheRun() throws Exception {
        Path kept = Files.createTempDirectory("shardstream-disk-");
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                CopyRun run = source(cluster).into(other, 0).intoShards(1).following()) {
            SearchNode node = other.servers().node(0);
            run.plannedOnly();
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            Path data = node.folder().resolve("data");
            keep(node, data, kept.resolve("data"));
            addNewer(run);
            run.awaitCaughtUp();
            run.start("control");
            awaitNoted(run, DOCUMENTS + NEWER - 1);
            node.stop();
            // Writers have these ready before anybody can look at the target.
            run.holding(new Articles(6).stream(DOCUMENTS));
            putBack(node, data, kept.resolve("data"));

            awaitStopped(run);
            assertThat(run.command("resume", "--read-again").code()).isZero();
            assertThat(run.command("resume").code()).isZero();
            run.awaitCaughtUp();
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
        } finally {
            FileTree.delete(kept);
        }
    }

    private static void say(CopyRun run, RunFormat format) throws Exception {
        try (Producer<byte[], byte[]> producer = run.connection().producer("test", Map.of())) {
            producer.send(new ProducerRecord<>(
                            run.topics().control(), 0, RunFormat.KEY.getBytes(StandardCharsets.UTF_8), format.encode()))
                    .get();
        }
    }

    private static void awaitNoted(CopyRun run, long settled) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> ControlRecords.read(run.connection(), run.topics())
                        .of(TargetReach.KEY, TargetReach::decode)
                        .filter(reach -> reach.settled().getFirst() >= settled)
                        .isPresent());
    }

    private static void awaitStopped(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    CopyRun.Output status = run.command("status");
                    assertThat(status.code()).as(status.text()).isEqualTo(BLOCKED);
                    assertThat(status.text()).contains("in shards [0]").contains("an older state of its disk");
                });
    }

    private static CopyRun source(ProxiedCluster cluster) {
        return source(cluster, 1);
    }

    private static CopyRun source(ProxiedCluster cluster, int shards) {
        return CopyRun.on(cluster)
                .withSource("\"number_of_shards\":" + shards, "{\"dynamic\":false}")
                .holding(new Articles(4).stream(DOCUMENTS));
    }

    private static void addNewer(CopyRun run) {
        for (int i = 0; i < NEWER; i++) {
            run.rest().put("/" + run.source() + "/_doc/newer-" + i, "{}");
        }
    }

    private static Path indexFolder(CopyRun run, SearchNode node) throws IOException {
        String uuid = run.rest()
                .get("/" + run.source() + "/_settings")
                .at("/" + run.source() + "/settings/index/uuid")
                .asString();
        try (Stream<Path> all = Files.walk(node.folder().resolve("data"))) {
            return all.filter(path -> path.endsWith("indices/" + uuid))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void keep(SearchNode node, Path folder, Path kept) throws IOException {
        node.stop();
        FileTree.copy(folder, kept);
        node.start();
    }

    private static void putBack(SearchNode node, Path folder, Path kept) throws IOException {
        node.stop();
        FileTree.delete(folder);
        FileTree.copy(kept, folder);
        node.start();
    }
}
