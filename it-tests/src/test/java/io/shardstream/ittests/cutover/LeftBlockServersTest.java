package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every process that controls a run is killed while it has production's writes blocked, and nobody starts another one:
/// whoever is left of the run, or comes back to it, gives production back.
@Tag("long")
@RealServers
class LeftBlockServersTest {
    private static final String GONE = "the process that controlled the run was gone, so the ";

    @Test
    void readersAndWritersThatAreLeftTakeACutOverBackThatNobodyControls() {
        try (SteppedRun run = SteppedRun.create()) {
            run.startMissing();
            run.awaitFollowing();
            HoldPoint fenced = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("_tasks"), 1);
            assertThat(run.isCutOverHeld(fenced)).isTrue();
            assertThat(run.client.refused()).as("writes that met the block").isPositive();
            run.kill("control", "cutover");
            fenced.pass();

            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.source());
            run.awaitFollowing();
            assertThat(run.run.command("status").text())
                    .contains("the last cut-over was aborted: " + GONE)
                    .doesNotContain("are refused");
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(aliasesOfTarget(run))
                            .as("writers have their alias back, with nobody in control")
                            .noneMatch(name -> name.contains("-Swap-")));

            run.startMissing();
            run.awaitReady();
            run.followed.cutOver();
            run.assertNothingIsLost();
            assertThat(run.production()).isEqualTo(run.followed.target());
        }
    }

    private static List<String> aliasesOfTarget(SteppedRun run) {
        String target = run.followed.target();
        return List.copyOf(run.run
                .rest()
                .get("/" + target + "/_alias")
                .path(target)
                .path("aliases")
                .propertyNames());
    }

    /// After a cut-over no part works any more, so somebody must come back.
    @Test
    void aReaderThatComesBackEndsARollbackThatNobodyControls() {
        try (SteppedRun run = SteppedRun.cutOver()) {
            HoldPoint blocked = Servers.cluster().hold(Direction.ANSWER, what -> what.contains("/_block/write"), 1);
            assertThat(run.isRollbackHeld(blocked)).isTrue();
            run.kill("rollback");
            blocked.pass();
            assertThat(run.followed.takesWrites(run.followed.target())).isFalse();

            Child reader = run.run.start("reader");
            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.target());
            assertThat(reader.awaitEnd(TestPatience.LIMIT)).as(reader::tail).isZero();
            assertThat(run.followed.said().isIn(Phase.COMPLETED)).isTrue();
            assertThat(run.run.command("rollback").text()).contains("would be lost");
            run.assertNothingIsLost();
        }
    }

    /// It would find no mark of the run there.
    @Test
    void aReaderWhoseRunFileNamesAnotherTargetLeavesARollbackToOthers() throws IOException {
        try (ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                SteppedRun run = SteppedRun.cutOver()) {
            HoldPoint blocked = Servers.cluster().hold(Direction.ANSWER, what -> what.contains("/_block/write"), 1);
            assertThat(run.isRollbackHeld(blocked)).isTrue();
            run.kill("rollback");
            blocked.pass();

            try (Child wrong = Child.start("reader", "wrong", withTarget(run.run.runFile(), other))) {
                wrong.awaitSaid("Correct target.nodes in the run file");
            }
            assertThat(run.followed.said().openRequest()).as("the rollback").isPresent();
            assertThat(run.followed.takesWrites(run.followed.target())).isFalse();

            run.run.start("reader");
            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.target());
            run.assertNothingIsLost();
        }
    }

    /// @return a copy of the run file in a folder of its own
    private static Path withTarget(Path runFile, ProxiedCluster target) throws IOException {
        Path folder = Files.createDirectory(runFile.resolveSibling("other-target"));
        Files.copy(runFile.resolveSibling(CopyRun.PASSWORD), folder.resolve(CopyRun.PASSWORD));
        String text = Files.readString(runFile).replaceFirst("(target:\\n  nodes: )\\[.*]", "$1" + target.urls());
        return Files.writeString(folder.resolve(runFile.getFileName()), text);
    }
}
