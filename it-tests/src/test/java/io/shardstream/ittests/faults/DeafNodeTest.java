package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStateReader;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchNode;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// F-15, F-17 and F-18: connections on which nothing comes back, a node that answers late or not at all, and a target
/// without master.
@Tag("long")
@RealServers
class DeafNodeTest {
    private static final int DOCUMENTS = 300;
    private static final int SHARDS = 4;

    private final ProxiedCluster narrow = Servers.narrow();

    /// Nobody closes the connection.
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BULK_SENT", "BULK_DONE"})
    void aBulkOnAHalfOpenConnectionIsSentAgainOnAnother(Moment moment) {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(8).stream(DOCUMENTS))
                .withTarget("replicas: 0\nrequest-timeout: 2s")
                .planned()) {
            HoldPoint swallowed = moment.in(run);
            run.startHere("reader");
            run.startHere("writer");
            run.awaitComplete();

            assertThat(swallowed.isReached()).isTrue();
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void aNodeThatStandsStillOrStuttersHoldsUpOnlyItsOwnLanes() {
        SearchNode slow = narrow.servers().nodes().stream()
                .filter(node -> !node.name().equals(masterName()))
                .findFirst()
                .orElseThrow();
        try (CopyRun run = onBothNodes()) {
            run.startHere("reader");
            run.awaitRead();
            Set<Integer> slowLanes = lanesOf(run, slow);
            try (Stutter stutter = Stutter.of(slow)) {
                run.startHere("writer");
                awaitWritten(run, others(slowLanes));
                assertThat(isWritten(run, slowLanes)).isFalse();
                stutter.moveNowAndThen();
                run.awaitComplete();
            }

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void bulksWaitUntilTheTargetHasAMasterAgain() {
        SearchNode master = narrow.servers().nodes().stream()
                .filter(node -> node.name().equals(masterName()))
                .findFirst()
                .orElseThrow();
        SearchNode left = narrow.servers().nodes().stream()
                .filter(node -> node != master)
                .findFirst()
                .orElseThrow();
        try (CopyRun run = onBothNodes()) {
            run.startHere("reader");
            run.awaitRead();
            master.kill();
            assertThat(new Rest(left.url())
                            .send("GET", "/_cluster/health?master_timeout=1s", "")
                            .status())
                    .isEqualTo(503);
            HoldPoint tried = narrow.watch(exchange -> exchange.contains("_bulk"), 6);
            run.startHere("writer");
            tried.awaitReached();
            master.start();
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    private CopyRun onBothNodes() {
        return CopyRun.create()
                .withSource()
                .holding(new Articles(9).stream(DOCUMENTS))
                .into(narrow, 0, 1)
                .withTarget("replicas: 0\nrequest-timeout: 2s\n"
                        + "settings: {index.routing.allocation.total_shards_per_node: 2}")
                .intoShards(SHARDS)
                .planned();
    }

    private String masterName() {
        return narrow.rest()
                .get("/_cat/master?format=json")
                .path(0)
                .path("node")
                .asString();
    }

    private Set<Integer> lanesOf(CopyRun run, SearchNode node) {
        return run.targetRest()
                .get("/_cat/shards/" + run.target() + "?format=json&h=shard,node")
                .valueStream()
                .filter(shard -> shard.path("node").asString().equals(node.name()))
                .map(shard -> Integer.valueOf(shard.path("shard").asString()))
                .collect(Collectors.toSet());
    }

    private static Set<Integer> others(Set<Integer> lanes) {
        return IntStream.range(0, SHARDS)
                .boxed()
                .filter(lane -> !lanes.contains(lane))
                .collect(Collectors.toSet());
    }

    private static void awaitWritten(CopyRun run, Set<Integer> lanes) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> isWritten(run, lanes));
    }

    private static boolean isWritten(CopyRun run, Set<Integer> lanes) {
        try (RunStateReader states = new RunStateReader(run.connection(), run.topics(), run.plan())) {
            RunState state = states.read();
            return lanes.stream()
                    .allMatch(lane ->
                            state.committed().get(lane).equals(state.ends().get(lane)));
        }
    }
}
