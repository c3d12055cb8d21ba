package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchServerVersion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/// A cut-over of an index to which applications write by its own name, which becomes an alias of the target.
@Tag("long")
@RealServers
class ReplacedIndexServersTest {
    private static final String REPLACING =
            "follow: true\nsweep: {every: 2s}\ncutover: {max-blocked: 40s, replace-index: true}";

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_9", "OPENSEARCH_3"})
    void writesByTheNameGoOnInTheTargetAndAfterARollbackInTheCopy(SearchServerVersion version) throws Exception {
        try (ProxiedCluster cluster = ProxiedCluster.start(version, 1, 512);
                FollowedRun run = FollowedRun.prepared(CopyRun.on(cluster), "\"number_of_shards\":2", "replicas: 0")) {
            run.run.withLines(REPLACING);
            Here control = run.run.startHere("control");
            Here reader = run.run.startHere("reader");
            Here writer = run.run.startHere("writer");
            run.run.awaitPhase(Phase.CATCHING_UP);
            run.change();
            Map<String, String> before = NamedClient.documents(run.rest(), run.source());
            assertThat(run.run.command("cutover", "--dry-run").text())
                    .contains("could be cut over now", "the swap deletes index '" + run.source() + "'");

            try (NamedClient client = new NamedClient(run.rest(), run.source())) {
                awaitMore(client, 50);
                CopyRun.Output output = run.run.command("cutover");
                assertThat(output.code()).as(output.text()).isZero();
                assertThat(output.text()).contains("'" + run.source() + "' is an alias of it now");
                awaitMore(client, 50);
                client.end();
                assertThat(client.trouble()).isEmpty();
                assertThat(client.refused()).isPositive();
                before.putAll(client.bodies());
            }
            assertThat(NamedClient.documents(run.rest(), run.source())).isEqualTo(before);
            assertThat(run.aliases(run.target())).containsOnlyKeys(run.source(), run.alias(), run.alias() + "-cities");
            for (Here part : List.of(control, reader, writer)) {
                FollowedRun.assertEnded(part);
            }
            String copy = copies(run).keySet().iterator().next();
            Map<String, String> atBlock = NamedClient.documents(run.rest(), copy);
            assertThat(before).containsAllEntriesOf(atBlock);
            assertThat(run.rest().send("PUT", "/" + copy + "/_doc/late", "{}").status())
                    .isEqualTo(403);
            assertThat(run.run.command("run").code())
                    .as("a process that is started again")
                    .isZero();

            int inCopy = before.size() - atBlock.size();
            assertThat(run.run.command("rollback").text()).contains(inCopy + " operations");
            CopyRun.Output back = run.run.command("rollback", "--lose-writes", String.valueOf(inCopy));
            assertThat(back.code()).as(back.text()).isZero();
            assertThat(run.aliases(copy)).containsOnlyKeys(run.source(), run.alias(), run.alias() + "-cities");
            run.rest().put("/" + run.source() + "/_doc/after", "{\"after\":1}");
            assertThat(run.rest()
                            .get("/" + run.source() + "/_settings?flat_settings=true")
                            .toString())
                    .as("as many replicas as the source had")
                    .contains("\"index.number_of_replicas\":\"0\"");
            atBlock.put("after", "{\"after\":1}");
            assertThat(NamedClient.documents(run.rest(), run.source())).isEqualTo(atBlock);
            run.rest().delete("/" + copy);
        }
    }

    @Test
    void aControllerThatWasKilledWhileItCopiedIsFollowedByOneThatFinishesAndLeavesOneCopy() {
        try (FollowedRun run = FollowedRun.prepared()) {
            run.run.withLines(REPLACING);
            Map<String, String> before = killedAt(run, "/_clone/");
            CopyRun.Output output = run.run.command("cutover");
            assertThat(output.code()).as(output.text()).isZero();
            assertReplaced(run, before);
        }
    }

    @Test
    void aControllerThatWasKilledWhenItHadSwappedIsFollowedByOneThatFinishes() {
        try (FollowedRun run = FollowedRun.prepared()) {
            run.run.withLines(REPLACING);
            Map<String, String> before = killedAt(run, "PUT /" + run.target() + "/_settings");
            assertThat(run.rest()
                            .send("PUT", "/" + run.source() + "/_doc/between", "{}")
                            .isOk())
                    .as("production goes on")
                    .isTrue();
            run.rest().delete("/" + run.source() + "/_doc/between");
            Here next = run.run.startHere("control");
            run.run.awaitPhase(Phase.COMPLETED);
            FollowedRun.assertEnded(next);
            assertReplaced(run, before);
        }
    }

    @Test
    void anAbortOfACutOverThatHasCopiedDeletesTheCopyAndWritesGoOn() {
        try (FollowedRun run = FollowedRun.prepared()) {
            run.run.withLines(REPLACING);
            Map<String, JsonNode> aliases = run.aliases(run.source());
            Map<String, String> _ = killedAt(run, "_tasks");
            assertThat(copies(run)).hasSize(1);
            run.run.startHere("control");
            CopyRun.Output abort = run.run.command("abort");
            assertThat(abort.code()).as(abort.text()).isZero();
            run.assertNotCutOver(aliases);
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(copies(run)).isEmpty());
        }
    }

    /// A cut-over whose controller is killed at a call, and goes nowhere until another one takes over.
    ///
    /// @return the source's documents before
    private static Map<String, String> killedAt(FollowedRun run, String call) {
        Child control = run.follow();
        run.change();
        Map<String, String> before = NamedClient.documents(run.rest(), run.source());
        control.kill();
        HoldPoint held = Servers.cluster().hold(Direction.REQUEST, what -> what.contains(call), 1);
        Child cutover = run.run.start("cutover");
        held.awaitReached();
        cutover.kill();
        held.pass();
        return before;
    }

    private static void assertReplaced(FollowedRun run, Map<String, String> before) {
        assertThat(NamedClient.documents(run.rest(), run.source())).isEqualTo(before);
        assertThat(run.aliases(run.target())).containsKeys(run.source(), run.alias());
        assertThat(copies(run)).hasSize(1);
        assertThat(run.takesWrites(run.source())).isTrue();
        copies(run).keySet().forEach(copy -> run.rest().delete("/" + copy));
    }

    private static Map<String, JsonNode> copies(FollowedRun run) {
        Map<String, JsonNode> copies = new TreeMap<>();
        run.rest()
                .get("/" + run.source() + "-before-*/_settings")
                .properties()
                .forEach(entry -> copies.put(entry.getKey(), entry.getValue()));
        return copies;
    }

    private static void awaitMore(NamedClient client, int documents) {
        int enough = client.acknowledged() + documents;
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> client.acknowledged() >= enough);
    }
}
