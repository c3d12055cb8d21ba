package io.shardstream.ittests.cutover;

import io.shardstream.ittests.server.Rest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/// An application that knows an index by its name alone, and writes to it one document after the other.
final class NamedClient implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Rest rest;
    private final String index;
    /// What was acknowledged, by id.
    private final Map<String, String> bodies = new ConcurrentSkipListMap<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicReference<String> trouble = new AtomicReference<>("");
    private final Thread thread;
    private volatile boolean isOver;

    NamedClient(Rest rest, String index) {
        this.rest = rest;
        this.index = index;
        this.thread = Thread.ofPlatform().name("named client").start(this::write);
    }

    private void write() {
        for (int number = 0; !isOver; number++) {
            String id = "c-" + number;
            String body = "{ \"n\":" + number + ",  \"kind\" : \"client\" }";
            int status = rest.send("PUT", "/" + index + "/_doc/" + id, body).status();
            switch (status) {
                case 200, 201 -> bodies.put(id, body);
                case 403 -> refused.incrementAndGet();
                default -> trouble.accumulateAndGet(id + ": " + status + "; ", String::concat);
            }
        }
    }

    /// How many writes were acknowledged so far.
    int acknowledged() {
        return bodies.size();
    }

    /// How many writes met a block so far.
    int refused() {
        return refused.get();
    }

    /// Answers that are neither success nor a block, as text.
    String trouble() {
        return trouble.get();
    }

    /// What was acknowledged so far, by id.
    Map<String, String> bodies() {
        return Map.copyOf(bodies);
    }

    /// Writes nothing any more, and waits for the last answer.
    void end() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        end();
    }

    /// The bytes of all documents that a name leads to, by id.
    static Map<String, String> documents(Rest rest, String name) {
        rest.post("/" + name + "/_refresh", "");
        return rest
                .post("/" + name + "/_search", "{\"size\":10000,\"_source\":false}")
                .path("hits")
                .path("hits")
                .valueStream()
                .map(hit -> hit.path("_id").asString())
                .toList()
                .parallelStream()
                .collect(Collectors.toMap(id -> id, id -> body(rest, name, id), (one, _) -> one, TreeMap::new));
    }

    private static String body(Rest rest, String name, String id) {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(
                                            URI.create(rest.server() + "/" + name + "/_source/" + Rest.encoded(id)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
