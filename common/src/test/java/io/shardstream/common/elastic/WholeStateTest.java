package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WholeStateTest {
    private final HttpServer server = createServer();
    private int status = 200;
    private String answer = "{}";

    @BeforeEach
    void start() {
        server.createContext("/_cluster/state/blocks,metadata/i", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
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
    void aWholeStateIsGiven() throws ElasticException {
        answer = "{\"cluster_name\":\"c\",\"cluster_uuid\":\"u\",\"metadata\":{\"indices\":{\"i\":{}}}}";

        assertThat(ifTold().orElseThrow().path("cluster_uuid").asString("")).isEqualTo("u");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"1\":{}}}}",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"2\":{}}}}"
            })
    void aPartOfItIsNot(String state) {
        answer = state;

        assertThatThrownBy(this::ifTold)
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("does not know its whole state yet");
    }

    /// A writer's user need not be let in: its bulks name an alias that no other run has.
    @ParameterizedTest
    @ValueSource(ints = {403, 405, 410})
    void whoIsNotToldIsNotRefused(int refused) throws ElasticException {
        status = refused;

        assertThat(ifTold()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 429, 503})
    void whatMayPassIsAFailure(int refused) {
        status = refused;

        assertThatThrownBy(this::ifTold).isInstanceOf(ElasticException.Refused.class);
    }

    private Optional<JsonNode> ifTold() throws ElasticException {
        URI node = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        ElasticSettings settings = ElasticSettings.open("source", List.of(node), Duration.ofSeconds(30), "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            return WholeState.ifTold(cluster, "metadata", "i", "metadata.indices.*");
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
