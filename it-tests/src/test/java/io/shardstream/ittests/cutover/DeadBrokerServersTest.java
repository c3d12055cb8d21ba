package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.localcluster.kafka.KafkaBroker;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The broker is killed behind the fence of a cut-over and stays dead. Production takes writes again without it, and
/// nothing is lost when it is back.
@Tag("long")
@RealServers
class DeadBrokerServersTest {
    private static final String SOON = "follow: true\nsweep: {every: 2s}\ncutover: {max-blocked: 10s}";

    private final KafkaBroker broker = Servers.kafka().broker();

    @ParameterizedTest
    @EnumSource
    void productionTakesWritesWithoutABroker(SearchServerVersion version) {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 1, 512)) {
            afterMaxBlocked(cluster);
            byTheRequestsOfTheEmergencyPage(cluster);
        }
    }

    private void afterMaxBlocked(ProxiedCluster cluster) {
        try (SteppedRun run = following(cluster)) {
            Child control = run.run.start("control");
            Child cutover = behindTheFence(run, cluster, broker::kill);

            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.source());
            broker.start();
            run.awaitFollowing();
            cutover.close();
            assertThat(control.isAlive()).as(control::tail).isTrue();
            assertCutOverLater(run);
        }
    }

    private void byTheRequestsOfTheEmergencyPage(ProxiedCluster cluster) {
        try (SteppedRun run = following(cluster)) {
            Child control = run.run.start("control");
            Child cutover = behindTheFence(run, cluster, () -> {
                control.kill();
                broker.kill();
            });
            cutover.kill();

            sendWhatThePageSays(run);
            run.client.awaitMore();
            assertThat(run.production()).isEqualTo(run.followed.source());
            broker.start();
            CopyRun.Output abort = run.run.command("abort");
            assertThat(abort.code()).as(abort.text()).isZero();
            assertThat(run.followed.said().isIn(Phase.CATCHING_UP)).isTrue();
            run.run.startHere("control");
            assertCutOverLater(run);
        }
    }

    private static SteppedRun following(ProxiedCluster cluster) {
        SteppedRun run = SteppedRun.create(CopyRun.on(cluster));
        run.run.withLines(SOON);
        run.run.startHere("reader");
        run.run.startHere("writer");
        return run;
    }

    /// @param death what happens there
    /// @return the command that has asked for the cut-over
    private static Child behindTheFence(SteppedRun run, ProxiedCluster cluster, Runnable death) {
        run.awaitFollowing();
        HoldPoint point = cluster.hold(Direction.REQUEST, what -> what.contains("_tasks"), 1);
        Child cutover = run.run.start("cutover");
        point.awaitReached();
        assertThat(run.client.refused()).as("writes that met the block").isPositive();
        death.run();
        point.pass();
        return cutover;
    }

    /// `docs/emergency.md`, steps 1 to 3.
    private static void sendWhatThePageSays(SteppedRun run) {
        Rest rest = run.followed.rest();
        String name = "Shardstream-" + run.run.topics().run();
        String target = run.followed.target();
        Optional<String> token = alias(rest, target, name + "-Swap-");
        String block = alias(rest, run.followed.source(), name + "-Block-").orElseThrow();
        token.ifPresent(
                there -> rest.post("/_aliases", """
                {"actions": [
                  {"remove": {"index": "%s", "alias": "%s", "must_exist": true}},
                  {"add": {"index": "%s", "alias": "%s"}}]}
                """.formatted(target, there, target, name + "-Write-" + idIn(block))));
        rest.put("/" + block + "/_settings", "{\"index.blocks.write\": null}");
    }

    /// What stands behind `-Block-`, without the two numbers at its end.
    private static String idIn(String block) {
        return block.replaceFirst(".*-Block-(.*)-\\d+-\\d+$", "$1");
    }

    private static Optional<String> alias(Rest rest, String index, String prefix) {
        return rest.get("/" + index + "/_alias").path(index).path("aliases").properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> name.startsWith(prefix))
                .findFirst();
    }

    private static void assertCutOverLater(SteppedRun run) {
        run.awaitReady();
        run.followed.cutOver();
        run.assertNothingIsLost();
        assertThat(run.production()).isEqualTo(run.followed.target());
    }
}
