package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Whoever has blocked production takes that back, and nobody takes back a block of somebody else.
@Tag("long")
@RealServers
class TakenBackServersTest {
    private static final String SOON = "follow: true\nsweep: {every: 2s}\ncutover: {max-blocked: 5s}";

    @Test
    void aSourceThatIsBlockedWhenKafkaGoesAwayTakesWritesAfterMaxBlockedAndTheCutOverIsAborted() {
        try (FollowedRun run = FollowedRun.prepared()) {
            run.run.withLines(SOON);
            Map<String, JsonNode> before = run.aliases(run.source());
            Child control = run.follow();
            HoldPoint block = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);
            CompletableFuture<CopyRun.Output> cutover = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
            block.awaitReached();
            Servers.kafka().proxy().holdAll(Direction.REQUEST, _ -> true);
            block.pass();
            awaitBlocked(run);
            HoldPoint again = Servers.cluster().watch(what -> what.contains("/_block/write"), 1);

            awaitOpen(run);
            Servers.kafka().proxy().clear();
            run.run.awaitPhase(Phase.CATCHING_UP);
            assertThat(cutover.join().text()).as(control.tail()).contains("aborted");
            run.assertNotCutOver(before);
            assertThat(again.isReached()).as("the source was blocked once more").isFalse();
        }
    }

    /// What docs/emergency.md says, for a controller and Kafka that are both dead.
    @Test
    void twoRequestsByHandGiveProductionBackWhenTheControllerWasKilledBehindTheFence() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Child killed = cuttingOver(run, "_tasks");
            killed.kill();
            assertThat(firstLine(run, "status")).startsWith("Writes to '" + run.source() + "' are refused since");
            CopyRun.Output doctor = run.run.command("doctor");
            assertThat(doctor.text()
                            .lines()
                            .dropWhile(line -> !line.contains("blocks"))
                            .findFirst())
                    .as(doctor.text())
                    .hasValueSatisfying(
                            line -> assertThat(line).contains("Writes to '" + run.source() + "' are refused since"));
            assertThat(run.run.command("watch", "--once").text())
                    .contains("refused", "Writes to '" + run.source() + "' are refused since");

            String token = alias(run, run.target(), "-Swap-");
            String name = alias(run, run.source(), "-Block-");
            run.rest().post("/_aliases", """
                    {"actions": [
                      {"remove": {"index": "%s", "alias": "%s", "must_exist": true}},
                      {"add": {"index": "%s", "alias": "%s"}}]}
                    """.formatted(
                            run.target(), token, run.target(), run.run.plan().writeAlias()));
            run.rest().put("/" + name + "/_settings", "{\"index.blocks.write\": null}");
            assertThat(run.takesWrites(run.source())).isTrue();

            HoldPoint again = Servers.cluster().watch(what -> what.contains("/_block/write"), 1);
            CopyRun.Output abort = run.run.command("abort");
            assertThat(abort.code()).as(abort.text()).isZero();
            run.assertNotCutOver(before);
            assertThat(again.isReached()).as("the source was blocked once more").isFalse();
        }
    }

    @Test
    void aCutOverThatControlsTheRunLiftsItsBlockBeforeItEnds() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Child cutover = cuttingOver(run, "");
            assertThat(cutover.stop()).isEqualTo(143);

            assertThat(cutover.tail()).contains("was told to stop", "Clients write to '" + run.source() + "' again");
            run.assertNotCutOver(before);
        }
    }

    @Test
    void aCutOverThatIsStuckInARequestIsTakenBackBeforeItsProcessEnds() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Map<String, JsonNode> before = run.aliases(run.source());
            Child cutover = cuttingOver(run, "_tasks");
            assertThat(cutover.stop()).isEqualTo(143);

            assertThat(run.takesWrites(run.source())).as(cutover.tail()).isTrue();
            assertThat(cutover.tail()).contains("was told to stop", "Clients write to '" + run.source() + "' again");
            run.assertNotCutOver(before);
        }
    }

    @Test
    void abortsLeaveTheBlockOfAnOperatorAndARunWithoutASourceCanBeGivenUp() {
        try (FollowedRun run = FollowedRun.prepared()) {
            Child killed = cuttingOver(run, "");
            killed.kill();
            CopyRun.Output abort = run.run.command("abort");
            assertThat(abort.code()).as(abort.text()).isZero();
            assertThat(abort.text().lines().findFirst())
                    .hasValueSatisfying(
                            line -> assertThat(line).startsWith("Writes to '" + run.source() + "' are refused since"));
            assertThat(abort.text()).contains("lift the source's write block");
            assertThat(run.takesWrites(run.source())).isTrue();

            run.rest().put("/" + run.source() + "/_settings", "{\"index.blocks.write\": true}");
            assertThat(run.run.command("abort").text()).contains("a write block that somebody else has set");
            assertThat(run.run.command("cutover").code()).isEqualTo(1);
            assertThat(run.rest()
                            .send("PUT", "/" + run.source() + "/_doc/late", "{}")
                            .status())
                    .as("the operator's block is still there")
                    .isEqualTo(403);

            run.rest().delete("/" + run.source());
            CopyRun.Output given = run.run.command("abort", "--run");
            assertThat(given.code()).as(given.text()).isEqualTo(4);
            assertThat(given.text()).contains("may be the last copy");
            assertThat(run.said().isIn(Phase.ABORTED)).isTrue();
            assertThat(run.rest().get("/" + run.target() + "/_alias").toString())
                    .doesNotContain(run.run.plan().writeAlias());
            assertThat(run.rest().get("/" + run.target() + "/_settings").toString())
                    .doesNotContain("gc_deletes");
        }
    }

    @Test
    void aTargetInAnotherClusterThatIsGoneDoesNotKeepTheSourceBlocked() {
        try (ProxiedCluster other = ProxiedCluster.start(SearchServerVersion.standard(), 1, 512);
                FollowedRun run = FollowedRun.prepared(
                        CopyRun.create().into(other, 0), "\"number_of_shards\":2", "replicas: 0")) {
            run.run.withLines(SOON);
            run.follow();
            HoldPoint block = Servers.cluster().hold(Direction.REQUEST, what -> what.contains("/_block/write"), 1);
            CompletableFuture<CopyRun.Output> cutover = CompletableFuture.supplyAsync(() -> run.run.command("cutover"));
            block.awaitReached();
            other.proxies().forEach(FaultProxy::close);
            block.pass();

            assertThat(cutover.join().text()).contains("Clients write to '" + run.source() + "' again");
            assertThat(run.takesWrites(run.source())).isTrue();
            assertThat(run.said().isIn(Phase.CATCHING_UP)).isTrue();
            assertThat(run.run.command("abort").text())
                    .contains("see that clients can write to the source: they can", "Whether writers have their alias");
        }
    }

    /// A cut-over whose command controls the run, under its block: stuck in such a request, or, if that is
    /// empty, for want of a writer.
    private static Child cuttingOver(FollowedRun run, String request) {
        Here control = run.run.startHere("control");
        Here reader = run.run.startHere("reader");
        Here writer = run.run.startHere("writer");
        run.run.awaitPhase(Phase.CATCHING_UP);
        boolean isStuck = request.equals("_tasks");
        run.change();
        if (!isStuck) {
            run.run.awaitCaughtUp();
        }
        control.close();
        // A cut-over without a writer is not begun: it goes away when production is to be blocked.
        HoldPoint point = Servers.cluster()
                .hold(Direction.REQUEST, what -> what.contains(isStuck ? request : "/_block/write"), 1);
        Child cutover = run.run.start("cutover");
        point.awaitReached();
        if (!isStuck) {
            writer.close();
            run.rest().put("/" + run.alias() + "/_doc/last", "{}");
            point.pass();
            cutover.awaitSaid("read and write what is left");
        }
        awaitBlocked(run);
        // Whoever is left would take the cut-over back when its command is killed.
        reader.close();
        writer.close();
        return cutover;
    }

    private static void awaitBlocked(FollowedRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> !isOpen(run));
    }

    private static void awaitOpen(FollowedRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> isOpen(run));
    }

    private static boolean isOpen(FollowedRun run) {
        return run.rest()
                        .send("POST", "/" + run.source() + "/_update/none", "{\"doc\":{}}")
                        .status()
                != 403;
    }

    private static String firstLine(FollowedRun run, String command) {
        return run.run.command(command).text().lines().findFirst().orElse("");
    }

    private static String alias(FollowedRun run, String index, String part) {
        return run.rest().get("/" + index + "/_alias").path(index).path("aliases").properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> name.contains(part))
                .findFirst()
                .orElseThrow();
    }
}
