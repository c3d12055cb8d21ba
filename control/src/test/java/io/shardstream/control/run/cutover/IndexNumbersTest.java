package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.ShardReach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A cluster whose answer about numbers leaves out shards that no copy works for.
class IndexNumbersTest {
    private static final String STATE = """
            {"cluster_name":"c","metadata":{"indices":{"cities":{"state":"open","aliases":[],
            "settings":{"index":{"uuid":"u"}}}}},"routing_table":{"indices":{"cities":{"shards":{
            "0":[{"primary":true,"state":"STARTED"}],"1":[{"primary":true,"state":"UNASSIGNED"}]}}}}}""";
    private static final String FIRST = "\"0\":[{\"routing\":{\"primary\":true},\"seq_no\":{\"max_seq_no\":7},"
            + "\"commit\":{\"user_data\":{\"history_uuid\":\"h0\"}}}]";
    private static final String SECOND = "\"1\":[{\"routing\":{\"primary\":true},\"seq_no\":{\"max_seq_no\":9},"
            + "\"commit\":{\"user_data\":{\"history_uuid\":\"h1\"}}}]";

    private HttpServer server;
    private String shards = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String answer = exchange.getRequestURI().getPath().contains("_stats")
                    ? "{\"indices\":{\"cities\":{\"shards\":{" + shards + "}}}}"
                    : STATE;
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void theNumbersOfAllShardsAreTold() throws Exception {
        shards = FIRST + "," + SECOND;
        assertThat(reach()).containsExactly(new ShardReach("h0", 7), new ShardReach("h1", 9));
    }

    /// They would be taken for those of an index that was written to.
    @Test
    void numbersWithoutThoseOfTheLastShardAreNone() {
        shards = FIRST;
        assertThatThrownBy(this::reach)
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("cities[1]");
    }

    /// As of a primary that is just closing.
    @Test
    void aPrimaryThatSaysOnlyItsNumbersOrOnlyItsHistorySaysNothing() {
        for (String left :
                List.of(",\"seq_no\":{\"max_seq_no\":9}", ",\"commit\":{\"user_data\":{\"history_uuid\":\"h1\"}}")) {
            assertThat(SECOND).contains(left);
            shards = FIRST + "," + SECOND.replace(left, "");
            assertThatThrownBy(this::reach)
                    .isInstanceOf(ElasticException.Malformed.class)
                    .hasMessageContaining("cities[1]");
        }
    }

    private List<ShardReach> reach() throws ElasticException {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(address), Duration.ofSeconds(20), "test"))) {
            return new HttpClusterSwitch(cluster).reach("cities");
        }
    }
}
