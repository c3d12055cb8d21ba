package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.workload.load.Articles;
import java.nio.file.Path;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// F-47: a broker's disk is filled, by somebody else and then by what is read.
@Tag("long")
@RealServers
class FullBrokerDiskTest {
    private static final int DOCUMENTS = 900;
    private static final int MEGABYTES = 64;

    @TempDir
    Path folder;

    /// A broker that cannot write ends. When there is room again and it is started, everything goes on.
    @Test
    @DisplayName("a run waits for a broker whose disk is full and loses nothing, where there are mount namespaces")
    void aRunWaitsForABrokerWhoseDiskIsFullAndLosesNothing() {
        assertThat(folder.toFile().setExecutable(true, false)).isTrue();
        Optional<String> missing = SmallDisk.missing(folder);
        assumeTrue(missing.isEmpty(), () -> "the full disk is not tested: this machine lacks " + missing.orElse(""));
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), MEGABYTES);
                KafkaCluster kafka = KafkaCluster.builder()
                        .javaOption("-XX:TieredStopAtLevel=1")
                        .commandPrefix(disk.within())
                        .setting("log.dirs", disk.path())
                        .start();
                CopyRun run = CopyRun.through(Brokers.of(kafka))
                        .withSource()
                        .holding(new Articles(1).stream(DOCUMENTS))
                        .following()
                        .planned()) {
            KafkaBroker broker = kafka.broker(1);
            run.startHere("reader");
            run.startHere("writer");
            run.awaitCaughtUp();
            disk.leave(256);
            run.holding(new Articles(2).stream(DOCUMENTS));
            Awaitility.await().atMost(TestPatience.LIMIT).until(() -> !broker.isAlive());
            assertThat(broker.output()).content().contains("No space left on device");
            disk.free();
            broker.start();
            run.awaitCaughtUp();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }
}
