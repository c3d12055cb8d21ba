package io.shardstream.common.primary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.ElasticSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeIndicesTest {
    private final NodeIndices nodes = new NodeIndices("i");
    private HttpServer server;
    private ElasticCluster cluster;
    private ElasticNode node;
    private volatile String version = "9.5.3";

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = ("{\"nodes\":{\"n\":{\"version\":\"" + version + "\"}}}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address)), Duration.ofMinutes(5), "test"));
        node = cluster.nodeAtPublishAddress(address);
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.stop(0);
    }

    @Test
    void shardsThatAreLocatedAtDifferentTimesShareWhatTheirNodeSays() throws Exception {
        assertThat(nodes.at(node)).isSameAs(nodes.at(node));
    }

    @Test
    void aNodeThatWasUpgradedIsAskedInItsOwnWay() throws Exception {
        NodeIndex before = nodes.at(node);
        version = "9.1.0";

        assertThat(nodes.at(node)).isNotSameAs(before);
        assertThat(nodes.at(node).version()).isEqualTo(new ServerVersion(9, 1));
    }

    @Test
    void aNodeThatLeftIsForgotten() throws Exception {
        NodeIndex before = nodes.at(node);
        nodes.keep(List.of(node));
        assertThat(nodes.at(node)).isSameAs(before);

        nodes.keep(List.of());

        assertThat(nodes.at(node)).isNotSameAs(before);
    }
}
