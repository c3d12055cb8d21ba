package io.shardstream.control.index;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A node that answers each path as it was told; 404 for all others.
public final class FakeNode implements AutoCloseable {
    private record Answer(int status, String body) {}

    private static final Answer UNKNOWN =
            new Answer(404, "{'error':{'type':'index_not_found_exception','reason':'no such index'}}");

    private final HttpServer server;
    private final ElasticCluster cluster;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    /// @param name `source` or `target`
    public FakeNode(String name) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        cluster = clusterOf(name);
    }

    private ElasticCluster clusterOf(String name) throws ElasticException {
        return ElasticCluster.of(new ElasticSettings(
                name,
                List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort())),
                null,
                null,
                Duration.ofSeconds(20),
                "test"));
    }

    public ElasticCluster cluster() {
        return cluster;
    }

    /// @param body JSON, with apostrophes for quotes
    public FakeNode answers(String path, int status, String body) {
        answers.put(path, new Answer(status, body));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        Answer found = answers.getOrDefault(exchange.getRequestURI().getPath(), UNKNOWN);
        byte[] body = found.body().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(found.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        cluster.close();
        server.stop(0);
    }
}
