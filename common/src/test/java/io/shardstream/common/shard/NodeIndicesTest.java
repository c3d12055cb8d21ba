package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.elastic.ListedNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeIndicesTest {
    private final NodeIndices nodes = new NodeIndices("i");
    private ElasticCluster cluster;
    private ListedNode node;

    @BeforeEach
    void open() throws Exception {
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://127.0.0.1:9200")), Duration.ofMinutes(5), "test"));
        node = running("9.5.3");
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private ListedNode running(String version) {
        return new ListedNode(cluster.nodeAtPublishAddress("127.0.0.1:9200"), "node-1", version);
    }

    @Test
    void shardsThatAreLocatedAtDifferentTimesShareWhatTheirNodeSays() throws Exception {
        assertThat(nodes.at(node)).isSameAs(nodes.at(node));
    }

    @Test
    void aNodeThatWasUpgradedIsAskedInItsOwnWay() throws Exception {
        NodeIndex before = nodes.at(running("9.1.0"));

        assertThat(nodes.at(node)).isNotSameAs(before);
        assertThat(nodes.at(node).version()).isEqualTo(new ServerVersion(9, 5));
    }

    @Test
    void aNodeWithoutAVersionIsNotAsked() {
        assertThatThrownBy(() -> nodes.at(running("")))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageEndingWith("127.0.0.1:9200 does not say which version it is");
    }

    @Test
    void aNodeThatLeftIsForgotten() throws Exception {
        NodeIndex before = nodes.at(node);
        nodes.keep(List.of(node));
        assertThat(nodes.at(node)).isSameAs(before);

        nodes.keep(List.of());

        assertThat(nodes.at(node)).isNotSameAs(before);
    }

    /// Its address may be another server's by the time that it is listed again.
    @Test
    void aNodeThatLeftSaysAnewWhichClusterItBelongsTo() throws Exception {
        AtomicInteger questions = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            if (!exchange.getRequestURI().getPath().equals("/x")) {
                questions.incrementAndGet();
            }
            byte[] answer = "{\"cluster_uuid\":\"one\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            ElasticNode asked = cluster.nodeAtPublishAddress(
                    "127.0.0.1:" + server.getAddress().getPort());
            nodes.at(new ListedNode(asked, "node-2", "9.5.3"));
            asked.send(Call.get("/x"));
            asked.send(Call.get("/x"));
            int before = questions.get();

            nodes.keep(List.of());
            asked.send(Call.get("/x"));

            assertThat(questions).hasValue(before + 1);
        } finally {
            server.stop(0);
        }
    }
}
