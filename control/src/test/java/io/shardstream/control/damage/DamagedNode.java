package io.shardstream.control.damage;

import com.sun.net.httpserver.HttpExchange;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// A node with good answers, of which one at a time is another than it should be.
public final class DamagedNode implements AutoCloseable {
    private static final int LONGEST_SENTENCE = 3_000;

    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final ElasticCluster cluster;
    private final Map<String, Answer> answers = new LinkedHashMap<>();
    private volatile String damaged = "";
    private volatile @Nullable String instead;

    /// @param name `source` or `target`
    public DamagedNode(String name) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        cluster = clusterOf(name);
        answers("GET /_cluster/state/version", 200, "{\"cluster_uuid\":\"c\"}");
    }

    private ElasticCluster clusterOf(String name) throws ElasticException {
        return ElasticCluster.of(
                ElasticSettings.open(name, List.of(URI.create("http://" + address())), Duration.ofSeconds(20), "test"));
    }

    public ElasticCluster cluster() {
        return cluster;
    }

    /// As it publishes it.
    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// @param request such as `GET /i/_settings`; answers all whose path begins so, unless a longer one does
    /// @param body JSON, with `ADDRESS` for [#address()]
    public DamagedNode answers(String request, int status, String body) {
        answers.put(request, new Answer(status, body.replace("ADDRESS", address())));
        return this;
    }

    /// The good answer to such a request.
    public String answer(String request) {
        Answer answer = answers.get(request);
        if (answer == null) {
            throw new IllegalArgumentException(request);
        }
        return answer.body();
    }

    /// Answers such requests with something else from now on, with the status of the good answer.
    public void damage(String request, String body) {
        damaged = request;
        instead = body;
    }

    /// Answers as it should.
    public void mend() {
        instead = null;
    }

    /// Asks while such requests are answered with something else, once.
    ///
    /// @param name of the question, for whoever reads that it went wrong
    /// @return empty if it was refused in a sentence of the project's own
    /// @throws AssertionError if it ended in another way
    public Optional<Object> asked(String request, String body, String name, Callable<Object> question) {
        damage(request, body);
        try {
            return Optional.of(question.call());
        } catch (Throwable e) {
            String message = String.valueOf(e.getMessage());
            if (!e.getClass().getName().startsWith("io.shardstream.")
                    || message.isBlank()
                    || message.length() > LONGEST_SENTENCE
                    || message.contains("Exception")
                    || message.contains("tools.jackson")) {
                throw new AssertionError(name + " with " + body.substring(0, Math.min(2_000, body.length())), e);
            }
            return Optional.empty();
        } finally {
            mend();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String asked =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        String key = answers.keySet().stream()
                .filter(asked::startsWith)
                .reduce("", (one, other) -> other.length() > one.length() ? other : one);
        Answer answer = answers.getOrDefault(key, new Answer(404, "{}"));
        String other = instead;
        String text = other != null && key.equals(damaged) ? other : answer.body();
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        cluster.close();
        server.stop(0);
    }
}
