package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.search.NodePlace;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import io.shardstream.workload.load.SampleDocument;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Codes of what `plan` finds where the disks of brokers and of data nodes are too small for the copy.
@Tag("long")
@RealServers
class SmallDiskCodesTest {
    private static final int MEGABYTE = 1024;

    @TempDir
    Path folder;

    @BeforeEach
    void disksCanBeMade() {
        assertThat(folder.toFile().setExecutable(true, false)).isTrue();
        Optional<String> missing = SmallDisk.missing(folder);
        assumeTrue(missing.isEmpty(), () -> "small disks are not tested: this machine lacks " + missing.orElse(""));
    }

    /// Some megabytes of articles, of which Kafka may keep a quarter when they are compressed.
    @Test
    void brokersWithLittleRoomHaveTheirCodes() {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64);
                KafkaCluster kafka = KafkaCluster.builder()
                        .javaOption("-XX:TieredStopAtLevel=1")
                        .commandPrefix(disk.within())
                        .setting("log.dirs", disk.path())
                        .start();
                CopyRun run = CopyRun.through(Brokers.of(kafka)).withSource().holding(new Articles(1).stream(4000))) {
            run.rest().post("/" + run.source() + "/_flush", "");
            assertThat(FoundCodes.planned(run)).contains("notes broker-disk-sufficient");
            disk.leave(2 * MEGABYTE);
            assertThat(FoundCodes.planned(run)).contains("warns broker-disk-tight");
            disk.leave(MEGABYTE / 4);
            assertThat(FoundCodes.planned(run)).contains("blocks broker-disk-too-small");
            disk.free();
        }
    }

    /// Two nodes on one disk, which has room for more than half of the source and less than two thirds of it: each
    /// node counts it as its own.
    @Test
    void dataNodesWithLittleRoomHaveTheirCodes() {
        int megabytes = 24;
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 10 * megabytes);
                ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.ELASTICSEARCH_9, 2, 512, wanted -> {
                    for (int node = 0; node < 2; node++) {
                        wanted.nodeSetting(node, "path.data", disk.path() + "/node-" + node)
                                .place(node, new NodePlace(disk.within(), "127.0.0.1", "127.0.0.1"));
                    }
                });
                CopyRun run = CopyRun.on(cluster)
                        .intoShards(3)
                        .withTarget("replicas: 0")
                        .withSource("\"number_of_shards\":1", "{\"enabled\":false}")
                        .holding(incompressible(megabytes))) {
            run.rest().put("/_cluster/settings", """
                    {"persistent": {"cluster.routing.allocation.disk.watermark": {
                     "low": "1kb", "high": "1kb", "flood_stage": "1kb"}}}""");
            run.rest().post("/" + run.source() + "/_flush?force=true", "");
            assertThat(FoundCodes.planned(run)).contains("notes disk-sufficient");
            disk.leave((int) (megabytes * MEGABYTE * 0.6));

            assertThat(FoundCodes.planned(run))
                    .contains("warns disk-tight-while-merging", "warns disk-of-node-too-small");
            run.intoShards(1).withTarget("replicas: 0");
            assertThat(FoundCodes.planned(run))
                    .contains("warns disk-tight-while-merging", "blocks disk-too-small-for-a-shard");
        }
    }

    private static Stream<SampleDocument> incompressible(int megabytes) {
        Random random = new Random(1);
        byte[] some = new byte[12 * 1024];
        return IntStream.range(0, megabytes * MEGABYTE / 16).mapToObj(i -> {
            random.nextBytes(some);
            return SampleDocument.of(
                    "" + i, "{\"text\":\"" + Base64.getEncoder().encodeToString(some) + "\"}");
        });
    }
}
