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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The answers are those of Elasticsearch 9.5.3.
class AbsenceTest {
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

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"cluster_name\":\"c\"} | true",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"6\":{}}}} | true",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"1\":{}}}} | false",
                "{\"cluster_name\":\"c\",\"blocks\":{\"global\":{\"2\":{}}}} | false",
                "{\"cluster_name\":\"c\",\"metadata\":{\"indices\":{\"i\":{\"state\":\"open\"}}}} | false",
                "{} | false",
            })
    void onlyAWholeStateWithoutTheNameIsCertain(String state, boolean certain) throws ElasticException {
        answer = state;

        assertThat(isCertain()).isEqualTo(certain);
    }

    @Test
    void withoutAMasterNothingIsCertain() {
        status = 503;
        answer = "{\"error\":{\"type\":\"master_not_discovered_exception\"},\"status\":503}";

        assertThatThrownBy(this::isCertain).isInstanceOf(ElasticException.Refused.class);
    }

    private boolean isCertain() throws ElasticException {
        URI node = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        ElasticSettings settings = ElasticSettings.open("source", List.of(node), Duration.ofSeconds(30), "test");
        try (ElasticCluster cluster = ElasticCluster.of(settings)) {
            return Absence.isCertain(cluster, "i");
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
