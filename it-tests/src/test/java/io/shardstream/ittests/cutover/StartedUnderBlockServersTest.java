package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// All processes of a run are killed while it has production's writes blocked, and what the run needs is gone when its
/// controller is started again: it lets the writes in before it says what is missing.
@Tag("long")
@RealServers
class StartedUnderBlockServersTest {
    @Test
    void writesAreLetInWhereTheTargetsClusterIsAway() {
        try (ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                SteppedRun run = SteppedRun.create(CopyRun.create().into(other, 0))) {
            blockAndKill(run, other);
            SearchNode node = other.servers().node(0);
            node.kill();

            Child control = run.run.start("control");

            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.source());
            assertThat(control.isAlive()).as(control::tail).isTrue();
            node.start();
            control.kill();
            run.startMissing();
            run.awaitFollowing();
            run.awaitReady();
            run.assertNothingIsLost();
        }
    }

    @Test
    void writesAreLetInWhereTheDocumentsTopicIsGone() throws Exception {
        try (ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                SteppedRun run = SteppedRun.create(CopyRun.create().into(other, 0));
                Admin admin = run.run.connection().admin("shardstream-test")) {
            blockAndKill(run, other);
            admin.deleteTopics(List.of(run.run.topics().docs())).all().get();

            Child control = run.run.start("control");

            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.source());
            assertThat(control.awaitEnd(TestPatience.LIMIT)).as(control::tail).isEqualTo(3);
            assertThat(control.tail()).contains(run.run.topics().docs());
            run.assertNothingIsLost();
        }
    }

    /// Behind the fence of its cut-over.
    private static void blockAndKill(SteppedRun run, ProxiedCluster target) {
        run.startMissing();
        run.awaitFollowing();
        HoldPoint fenced = target.hold(Direction.REQUEST, what -> what.contains("_tasks"), 1);
        assertThat(run.isCutOverHeld(fenced)).isTrue();
        assertThat(run.client.refused()).as("writes that met the block").isPositive();
        run.kill("control", "reader", "writer", "cutover");
        fenced.pass();
    }
}
