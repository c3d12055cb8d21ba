package io.shardstream.common.primary;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunningPrimariesTest {
    private static final String STATE = """
            {"cluster_name": "c",
             "metadata": {"indices": {"i": {
                 "primary_terms": {"0": 3}, "settings": {"index": {"uuid": "U"}}}}},
             "nodes": {"n": {"ephemeral_id": "P"}},
             "routing_table": {"indices": {"i": {"shards": {"0": [
                 {"primary": false, "node": "n", "allocation_id": {"id": "B"}},
                 {"primary": true, "node": "n", "allocation_id": {"id": "A"}}]}}}}}
            """;

    private final HttpServer server = createServer();
    private String answer = STATE;

    @BeforeEach
    void start() {
        server.createContext("/_cluster/state/blocks,metadata,nodes,routing_table/i", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aPrimaryIsKnownByItsTermItsCopyItsIndexAndItsProcess() throws Exception {
        assertThat(read().copies()).isEqualTo(Map.of(0, new CopyIdentity(3, "A", "U", "", "P")));
    }

    /// Two states that lack the same would agree on it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"uuid\": \"U\"",
                "\"ephemeral_id\": \"P\"",
                "\"primary_terms\": {\"0\": 3},",
                "\"id\": \"A\"",
                "\"primary\": true,"
            })
    void whereAStateLacksAPartOfThatNothingIsKnown(String part) throws Exception {
        assertThat(STATE).contains(part);
        answer = STATE.replace(part, "");

        assertThat(read()).isEqualTo(RunningPrimaries.NONE);
    }

    private RunningPrimaries read() throws Exception {
        URI node = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        ElasticSettings settings = ElasticSettings.open("source", List.of(node), Duration.ofSeconds(30), "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            return RunningPrimaries.read(cluster, "i");
        }
    }

    private static HttpServer createServer() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
