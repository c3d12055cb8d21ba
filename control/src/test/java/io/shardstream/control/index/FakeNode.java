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
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// A node that answers each path as it was told; 404 for all others. It acknowledges a change of what it has,
/// unless it was told otherwise.
public final class FakeNode implements AutoCloseable {
    private record Answer(int status, String body) {}

    private static final String WITH = " with ";
    private static final Answer ACKNOWLEDGED = new Answer(200, "{'acknowledged':true}");
    private static final Answer UNKNOWN =
            new Answer(404, "{'error':{'type':'index_not_found_exception','reason':'no such index'}}");

    private final HttpServer server;
    private final ElasticCluster cluster;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Runnable> before = new ConcurrentHashMap<>();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<String> queries = new ConcurrentLinkedQueue<>();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();

    /// @param name `source` or `target`
    public FakeNode(String name) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        cluster = clusterOf(name, "127.0.0.1");
    }

    private ElasticCluster clusterOf(String name, String... hosts) throws ElasticException {
        return ElasticCluster.of(ElasticSettings.open(
                name,
                Stream.of(hosts)
                        .map(host -> URI.create(
                                "http://" + host + ":" + server.getAddress().getPort()))
                        .toList(),
                Duration.ofSeconds(20),
                "test"));
    }

    /// The same node behind two addresses. Whoever asks for it closes it.
    public ElasticCluster byTwoAddresses() throws ElasticException {
        return clusterOf(cluster.name(), "127.0.0.1", "localhost");
    }

    public ElasticCluster cluster() {
        return cluster;
    }

    /// @param path with or without the method before it, such as `PUT /cities`
    /// @param body JSON, with apostrophes for quotes
    public FakeNode answers(String path, int status, String body) {
        answers.put(path, new Answer(status, body));
        return this;
    }

    /// Does that once before it answers such a request.
    ///
    /// @param request such as `PUT /cities`
    public FakeNode whenAsked(String request, Runnable first) {
        before.put(request, first);
        return this;
    }

    /// What it was asked for, such as `GET /cities`, in order.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /// What stood behind the paths of these requests, such as `size=20&v=true`, in order; empty where nothing
    /// did.
    public List<String> queries() {
        return List.copyOf(queries);
    }

    /// The bodies of these requests, in order.
    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    /// The same for requests to the path whose body has this part, which goes before.
    public FakeNode answersTo(String path, String part, int status, String body) {
        answers.put(path + WITH + part, new Answer(status, body));
        return this;
    }

    private Answer find(String method, String path, String request) {
        return answers.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(path + WITH)
                        && request.contains(entry.getKey().substring(path.length() + WITH.length())))
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.ofNullable(answers.get(method + " " + path)))
                .orElseGet(() -> usual(method, answers.getOrDefault(path, UNKNOWN)));
    }

    private static Answer usual(String method, Answer answer) {
        boolean isChange = method.equals("PUT") || method.equals("DELETE");
        return isChange && answer.status() == 200 && !answer.body().contains("acknowledged") ? ACKNOWLEDGED : answer;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String asked = exchange.getRequestMethod() + " " + path;
        requests.add(asked);
        queries.add(Objects.requireNonNullElse(exchange.getRequestURI().getQuery(), ""));
        Runnable first = before.remove(asked);
        if (first != null) {
            first.run();
        }
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        bodies.add(request);
        Answer found = find(exchange.getRequestMethod(), path, request);
        byte[] body = found.body().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
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
