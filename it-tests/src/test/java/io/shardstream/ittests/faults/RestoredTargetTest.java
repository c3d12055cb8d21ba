package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FileTree;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// F-59: a target that is restored from a snapshot while a run writes to it, and so forgets what it acknowledged.
@Tag("long")
@RealServers
class RestoredTargetTest {
    private static final int DOCUMENTS = 300;
    private static final int BLOCKED = 3;
    private static final int NEWER = 7;

    @Test
    void aTargetThatIsRestoredStopsTheRunWhichWritesAllOfItAgainWhenItIsToldTo() throws Exception {
        Path snapshots = Files.createTempDirectory("shardstream-snapshots-");
        Files.setPosixFilePermissions(snapshots, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (ProxiedCluster cluster = ProxiedCluster.start(
                        SearchServerVersion.standard(), 1, 512, Map.of("path.repo", "" + snapshots));
                CopyRun run = CopyRun.on(cluster)
                        .withSource()
                        .holding(new Articles(4).stream(DOCUMENTS))
                        .following()
                        .planned()) {
            run.startHere("reader");
            run.startHere("writer");
            run.rest().put("/" + run.source() + "/_doc/deleted", "{}");
            run.awaitCaughtUp();
            snapshot(run, snapshots);
            run.holding(new Articles(5).stream(DOCUMENTS));
            for (int i = 0; i < NEWER; i++) {
                run.rest().put("/" + run.source() + "/_doc/newer-" + i, "{}");
            }
            run.rest().delete("/" + run.source() + "/_doc/deleted");
            awaitEqual(run);
            assertThat(run.command("verify").code()).isZero();

            restore(run);
            awaitStopped(run);
            assertThat(run.compare().isClean()).isFalse();
            run.rest().put("/" + run.source() + "/_doc/meanwhile", "{}");

            assertThat(run.command("resume", "--read-again").code()).isZero();
            assertThat(run.command("resume").code()).isZero();
            awaitEqual(run);
            CopyRun.Output verified = run.command("verify", "--content", "all");
            assertThat(verified.code()).as(verified.text()).isZero();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS + NEWER + 1);
        } finally {
            FileTree.delete(snapshots);
        }
    }

    /// Deletes arrive with the next sweep.
    private static void awaitEqual(CopyRun run) {
        run.awaitCaughtUp();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    run.targetRest().post("/" + run.target() + "/_refresh", "");
                    run.assertCopied();
                });
    }

    private static void awaitStopped(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    CopyRun.Output status = run.command("status");
                    assertThat(status.code()).as(status.text()).isEqualTo(BLOCKED);
                    assertThat(status.text())
                            .contains("Target index '" + run.target() + "' has another history than before in shards");
                });
    }

    private static void snapshot(CopyRun run, Path folder) {
        run.targetRest().put("/_snapshot/kept", "{\"type\":\"fs\",\"settings\":{\"location\":\"" + folder + "\"}}");
        run.targetRest().put("/_snapshot/kept/one?wait_for_completion=true", "{\"indices\":\"" + run.target() + "\"}");
    }

    private static void restore(CopyRun run) {
        run.targetRest().post("/" + run.target() + "/_close", "");
        run.targetRest()
                .post(
                        "/_snapshot/kept/one/_restore?wait_for_completion=true",
                        "{\"indices\":\"" + run.target() + "\",\"include_global_state\":false}");
    }
}
