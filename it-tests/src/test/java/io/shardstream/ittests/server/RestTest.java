package io.shardstream.ittests.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A test that goes on after a request of its own has failed fails later, and for another reason.
class RestTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"red\",\"timed_out\":true}",
                "{\"took\":1,\"errors\":true,\"items\":[]}",
                "{\"acknowledged\":false,\"shards_acknowledged\":false}",
                "{\"acknowledged\":true,\"shards_acknowledged\":false}",
                "{\"total\":1,\"failures\":[{\"id\":\"1\"}]}"
            })
    void whatDidNotHappenAsAWholeIsNoGoodAnswer(String answer) throws Exception {
        assertThatIllegalStateException()
                .isThrownBy(() -> asked(200, answer))
                .withMessageContaining("GET /_anything")
                .withMessageContaining(answer);
    }

    @Test
    void anAnswerWithAnErrorIsNone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> asked(404, "{\"error\":\"none\"}"))
                .withMessageContaining("answered with 404");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"status\":\"green\",\"timed_out\":false}",
                "{\"errors\":false,\"items\":[]}",
                "{\"acknowledged\":true,\"shards_acknowledged\":true}",
                "{\"failures\":[]}"
            })
    void whatHappenedIs(String answer) throws Exception {
        assertThat(asked(200, answer)).isEqualTo(answer);
    }

    private static String asked(int status, String answer) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return new Rest(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                    .get("/_anything")
                    .toString();
        } finally {
            server.stop(0);
        }
    }
}
