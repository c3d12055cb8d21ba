package io.shardstream.control.index.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two nodes that take requests and never answer, but for the question who they are.
class HttpClusterSwitchTest {
    private final List<HttpServer> nodes = new ArrayList<>();
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    /// What a question is answered with; empty if nothing is said.
    private final AtomicReference<String> answer = new AtomicReference<>("");

    @BeforeEach
    void start() throws IOException {
        for (int node = 0; node < 2; node++) {
            int number = node;
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.getRequestBody().readAllBytes();
                if (exchange.getRequestURI().getPath().equals("/_cluster/state/version")) {
                    // Which cluster a node belongs to is asked before anything else.
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                    return;
                }
                taken.add(exchange.getRequestMethod() + " " + number);
                asked.add(exchange.getRequestURI().getPath() + "?"
                        + exchange.getRequestURI().getQuery());
                byte[] body = answer.get().getBytes(StandardCharsets.UTF_8);
                if (body.length > 0) {
                    exchange.getResponseHeaders().add("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
                exchange.close();
            });
            server.start();
            nodes.add(server);
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(node -> node.stop(0));
    }

    /// C-129: `_count` does not tell it.
    @Test
    void aCountIsThatOfAllShardsToTheEnd() throws ElasticException {
        String whole = "{'timed_out':false,'_shards':{'total':2,'successful':2,'failed':0},"
                + "'hits':{'total':{'value':7,'relation':'eq'},'hits':[]}}";
        try (ElasticCluster cluster = cluster()) {
            HttpClusterSwitch of = new HttpClusterSwitch(cluster);
            says(whole);
            assertThat(of.documents("cities")).isEqualTo(7);
            for (String part :
                    List.of(whole.replace("false", "true"), whole.replace("'successful':2", "'successful':1"), "{}")) {
                says(part);
                assertThatThrownBy(() -> of.documents("cities")).isInstanceOf(ElasticException.Malformed.class);
            }
        }
    }

    /// One that may lack shards does not keep an index from being deleted.
    @Test
    void snapshotsThatAreBeingTakenOfAnIndexAreKnown() throws ElasticException {
        String one = "{'repository':'nightly','snapshot':'s1','partial':false,'indices':[{'name':'cities','id':'i'}]}";
        try (ElasticCluster cluster = cluster()) {
            HttpClusterSwitch of = new HttpClusterSwitch(cluster);
            says("{'snapshots':{'snapshots':[" + one + "," + one.replace("cities", "others") + ","
                    + one.replace("false", "true") + "]}}");
            assertThat(of.snapshotsOf("cities")).containsExactly("nightly/s1");
            assertThat(asked.getLast()).startsWith("/_cluster/state/customs?filter_path=snapshots.snapshots.");
            for (String none : List.of("{}", "{'snapshots':{'snapshots':[{}]}}")) {
                says(none);
                assertThat(of.snapshotsOf("cities")).isEmpty();
            }
        }
    }

    @Test
    void indicesWithAliasesOfRunsSayOfWhatTheyAreCopies() throws ElasticException {
        try (ElasticCluster cluster = cluster()) {
            HttpClusterSwitch of = new HttpClusterSwitch(cluster);
            says("{'cluster_name':'c','metadata':{'indices':{'v2':{'aliases':['Shardstream-x-Write-i','places'],"
                    + "'mappings':{'_doc':{'_meta':{'shardstream':{'source_uuid':'s'}}}}},"
                    + "'v1':{'aliases':['Shardstream-x-Block-i-1-1']}}}}");
            assertThat(of.targetsOfRuns())
                    .containsExactlyInAnyOrder(
                            new MarkedTarget("v2", Set.of("Shardstream-x-Write-i", "places"), "s"),
                            new MarkedTarget("v1", Set.of("Shardstream-x-Block-i-1-1"), ""));
            assertThat(asked)
                    .last()
                    .asString()
                    .startsWith("/_cluster/state/blocks,metadata/Shardstream-*?")
                    .contains("expand_wildcards=all");
            says("{'cluster_name':'c'}");
            assertThat(of.targetsOfRuns()).isEmpty();
            for (String part : List.of(
                    "{}",
                    "{'cluster_name':'c','blocks':{'global':{'1':{}}}}",
                    "{'cluster_name':'c','metadata':{'indices':{'v2':{}}}}",
                    "{'cluster_name':'c','metadata':{'indices':{'v2':{'aliases':'x'}}}}")) {
                says(part);
                assertThatThrownBy(of::targetsOfRuns).isInstanceOf(ElasticException.Malformed.class);
            }
        }
    }

    private void says(String json) {
        answer.set(json.replace('\'', '"'));
    }

    @Test
    void whatChangesSomethingIsSentOnceAndToTheNextNodeTheNextTime() throws ElasticException {
        try (ElasticCluster cluster = cluster()) {
            HttpClusterSwitch of = new HttpClusterSwitch(cluster);
            unreachable(() -> of.change(List.of(new AliasChange.Remove("cities", "places"))));
            unreachable(() -> of.block("cities", "name"));
            unreachable(() -> of.unblock("cities", "name"));
            assertThat(taken).containsExactly("POST 0", "PUT 1", "PUT 0");
        }
    }

    @Test
    void questionsGoOnToTheNextNode() throws ElasticException {
        try (ElasticCluster cluster = cluster()) {
            unreachable(() -> new HttpClusterSwitch(cluster).writeBlock("cities"));
            assertThat(taken).containsExactly("GET 0", "GET 1");
        }
    }

    @Test
    void anAnswerThatSaysNothingIsNotTakenForNone() throws ElasticException {
        try (ElasticCluster cluster = cluster()) {
            HttpClusterSwitch of = new HttpClusterSwitch(cluster);
            for (String nothing : List.of("{}", "{\"cities\":{}}", "{\"other\":{\"aliases\":{}}}")) {
                answer.set(nothing);
                assertThatThrownBy(() -> of.aliases("cities"))
                        .as(nothing)
                        .isInstanceOf(ElasticException.Malformed.class)
                        .hasMessageContaining("does not tell the aliases of 'cities'");
            }
            answer.set("{\"cities\":{\"aliases\":{}}}");
            assertThat(of.aliases("cities")).isEmpty();

            answer.set("{}");
            assertThatThrownBy(() -> of.hasBulks("x")).isInstanceOf(ElasticException.Malformed.class);
            assertThatThrownBy(() -> of.settings("cities"))
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessageContaining("does not tell the settings of 'cities'");
            answer.set("{\"nodes\":{}}");
            assertThat(of.hasBulks("x")).isFalse();
        }
    }

    private static void unreachable(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(ElasticException.Unreachable.class);
    }

    private ElasticCluster cluster() throws ElasticException {
        List<URI> addresses = nodes.stream()
                .map(node -> URI.create("http://127.0.0.1:" + node.getAddress().getPort()))
                .toList();
        return ElasticCluster.of(ElasticSettings.open("source", addresses, Duration.ofSeconds(20), "test"));
    }
}
