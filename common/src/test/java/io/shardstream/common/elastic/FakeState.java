package io.shardstream.common.elastic;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// A node that gives one answer to whoever asks for some parts of the state of its cluster, and 404 to all
/// else.
public final class FakeState implements AutoCloseable {
    private final HttpServer server;
    private final ElasticCluster cluster;
    private volatile int status = 200;
    private volatile String answer = "{}";

    /// @param parts and the index, such as `blocks,metadata/i`
    public FakeState(String parts) throws IOException, ElasticException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/_cluster/state/" + parts, exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        URI node = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        cluster = ElasticCluster.of(ElasticSettings.open("source", List.of(node), Duration.ofSeconds(30), "test"));
    }

    public ElasticCluster cluster() {
        return cluster;
    }

    /// Answers with status 200 from now on.
    public void says(String state) {
        says(200, state);
    }

    /// Answers so from now on.
    public void says(int code, String body) {
        status = code;
        answer = body;
    }

    @Override
    public void close() {
        cluster.close();
        server.stop(0);
    }
}
