package io.shardstream.ittests.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.search.SearchCluster;
import io.shardstream.localcluster.search.SearchClusterBuilder;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadMix;
import io.shardstream.workload.load.LoadSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-06: a primary that is cut off from the other nodes, but neither from the reader nor from one client.
@Tag("long")
@RealServers
class IsolatedPrimaryTest {
    private static final int CUT_OFF = 2;
    private static final String OLD = "{\"state\":\"old\"}";
    private static final String UNACKNOWLEDGED = "{\"state\":\"unacknowledged\"}";
    private static final String ACKNOWLEDGED = "{\"state\":\"acknowledged\"}";

    /// One shard, whose primary begins on the node that will be cut off, and whose replica will replace it.
    private static final LiveShape SHAPE = new LiveShape(
            1,
            "{\"number_of_shards\": 1, \"number_of_replicas\": 0, \"routing.allocation.include._name\": \"node-2\"}",
            "shards: 1\nreplicas: 0\nsettings: {index.routing.allocation.include._name: node-1}",
            1);

    @Test
    @DisplayName("a write of a cut off primary is neither published nor hides what was acknowledged in its place,"
            + " where there are network namespaces")
    void aWriteThatOnlyACutOffPrimaryHasIsNeitherPublishedNorHidesAnything() throws Exception {
        assumeTrue(
                Namespace.missing().isEmpty(),
                () -> "the cut off primary is not tested: this machine lacks "
                        + Namespace.missing().orElse(""));
        try (Namespace network = Namespace.open();
                LiveServers servers = start(network);
                LoadedRun run = LoadedRun.create(servers, SHAPE)) {
            Rest cutOff = new Rest(servers.search().node(CUT_OFF).url());
            Rest others = servers.rest();
            addReplica(others, run.source());
            servers.awaitHealthy();
            others.put("/" + run.source() + "/_doc/first?refresh=true", OLD);
            Load load = run.load(
                    LoadSettings.of(100, Duration.ofSeconds(3)).withMix(LoadMix.parse("insert=1,update=1")), "n-");
            load.end().join();
            run.prepared();
            run.start("reader");
            run.start("writer");
            run.awaitDrained();
            long before = maxSeqNo(cutOff, run.source());

            network.cut();
            CompletableFuture<Rest.Answer> unacknowledged = CompletableFuture.supplyAsync(
                    () -> cutOff.send("PUT", "/" + run.source() + "/_doc/first?timeout=30s", UNACKNOWLEDGED));
            Awaitility.await().atMost(TestPatience.LIMIT).until(() -> maxSeqNo(cutOff, run.source()) == before + 1);
            awaitPrimary(others, run.source(), "node-0");
            JsonNode second = others.put("/" + run.source() + "/_doc/second?refresh=true", ACKNOWLEDGED);
            assertThat(second.path("_seq_no").asLong()).isEqualTo(before + 1);
            assertThat(second.path("_primary_term").asLong()).isEqualTo(2);

            assertThatReadingThroughAnyNodeFails(cutOff, others, run.source(), before);
            run.awaitDrained();
            assertThat(body(others, run.target(), "second")).isEqualTo(ACKNOWLEDGED);
            assertThat(body(others, run.target(), "first")).isEqualTo(OLD);
            // Still the same: the reader had the choice all the time.
            assertThatItClaimsThePrimary(cutOff, run.source());
            assertThat(unacknowledged)
                    .satisfiesAnyOf(
                            write -> assertThat(write).isNotDone(),
                            // Nobody answered in time.
                            write -> assertThat(write).isCompletedExceptionally(),
                            write -> assertThat(write.join().isOk()).isFalse());

            network.heal();
            servers.awaitHealthy();
            // The node may repeat it on the new primary when it is back, as an operation with a number of its own.
            JsonNode first = others.get("/" + run.source() + "/_doc/first");
            assertThat(first.path("_seq_no").asLong()).isNotEqualTo(before + 1);
            assertThat(first.path("_source").toString())
                    .isEqualTo(first.path("_primary_term").asLong() == 1 ? OLD : UNACKNOWLEDGED);
            run.load(LoadSettings.of(100, Duration.ofSeconds(2)), "later-")
                    .end()
                    .join();
            run.awaitDrained();
            run.sweep();
            run.awaitDrained();
            run.assertSame(load);
        }
    }

    /// What a reader would do that takes the numbers from the cluster and searches wherever the request arrives: both
    /// answers are whole and hold one document under the same number, and one of them is a write that never was.
    private static void assertThatReadingThroughAnyNodeFails(Rest cutOff, Rest others, String source, long before) {
        String window = """
                {"query": {"range": {"_seq_no": {"gt": %d, "lte": %d}}}, "seq_no_primary_term": true}""".formatted(before, before + 1);
        String search = "/" + source + "/_search?preference=_shards:0%7C_local&allow_partial_search_results=false";
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(hits(cutOff.post(search, window))).hasSize(1));

        assertThat(hits(cutOff.post(search, window))).isEqualTo(Map.of("first", before + 1));
        assertThat(hits(others.post(search, window))).isEqualTo(Map.of("second", before + 1));
        assertThat(checkpoint(others, source)).isGreaterThanOrEqualTo(before + 1);
        assertThatItClaimsThePrimary(cutOff, source);
    }

    /// States that a node says of itself all that a reader asks for that looks for the primary, in the old term.
    private static void assertThatItClaimsThePrimary(Rest node, String source) {
        JsonNode routing = ownCopy(node, source).path("routing");
        assertThat(routing.path("primary").asBoolean()).isTrue();
        assertThat(routing.path("state").asString()).isEqualTo("STARTED");
        JsonNode state = node.get("/_cluster/state/metadata,routing_table/" + source);
        assertThat(state.at("/metadata/indices/" + source + "/primary_terms/0").asLong())
                .isEqualTo(1);
        assertThat(state.at("/routing_table/indices/" + source + "/shards/0")
                        .valueStream()
                        .filter(copy -> copy.path("primary").asBoolean())
                        .map(copy -> copy.path("node").asString() + " "
                                + copy.path("state").asString()))
                .containsExactly(routing.path("node").asString() + " STARTED");
    }

    /// The documents of an answer that nothing in it speaks against.
    private static Map<String, Long> hits(JsonNode answer) {
        assertThat(answer.path("timed_out").asBoolean()).isFalse();
        assertThat(answer.path("_shards").toString())
                .isEqualTo("{\"total\":1,\"successful\":1,\"skipped\":0,\"failed\":0}");
        return answer.at("/hits/hits")
                .valueStream()
                .collect(Collectors.toMap(
                        hit -> hit.path("_id").asString(),
                        hit -> hit.path("_seq_no").asLong()));
    }

    private static String body(Rest rest, String index, String id) {
        return rest.get("/" + index + "/_source/" + id).toString();
    }

    private static void addReplica(Rest rest, String index) {
        rest.put("/" + index + "/_settings", """
                {"routing.allocation.include._name": "node-0,node-2", "number_of_replicas": 1}""");
    }

    private static void awaitPrimary(Rest rest, String index, String node) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .ignoreExceptions()
                .until(() -> rest.get("/_cat/shards/" + index + "?format=json&h=prirep,node,state")
                        .valueStream()
                        .anyMatch(copy -> copy.path("prirep").asString().equals("p")
                                && copy.path("node").asString().equals(node)
                                && copy.path("state").asString().equals("STARTED")));
    }

    private static long maxSeqNo(Rest node, String index) {
        return ownCopy(node, index).at("/seq_no/max_seq_no").asLong();
    }

    private static long checkpoint(Rest node, String index) {
        return ownCopy(node, index).at("/seq_no/global_checkpoint").asLong();
    }

    /// What a node says of its own copy of shard 0.
    private static JsonNode ownCopy(Rest node, String index) {
        JsonNode nodes = node.get("/_nodes/_local/stats/indices?level=shards").path("nodes");
        return nodes.iterator().next().at("/indices/shards/" + index + "/0").path("0");
    }

    private static LiveServers start(Namespace network) {
        SearchClusterBuilder wanted = SearchCluster.of(SearchServerVersion.standard())
                .nodes(3)
                .heapMegabytes(512)
                .compilingLittle()
                .place(0, network.outside())
                .place(1, network.outside())
                .place(CUT_OFF, network.within())
                .nodeSetting(CUT_OFF, "node.roles", "[data]");
        for (String check : List.of("follower_check", "leader_check")) {
            wanted.setting("cluster.fault_detection." + check + ".timeout", "3s")
                    .setting("cluster.fault_detection." + check + ".retry_count", "1");
        }
        return LiveServers.start(wanted, 1);
    }
}
