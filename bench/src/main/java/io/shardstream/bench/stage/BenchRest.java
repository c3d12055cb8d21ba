package io.shardstream.bench.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A search server, asked in JSON, with as long as it takes for an answer.
public final class BenchRest implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int OK_BELOW = 300;

    private final URI server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public BenchRest(URI server) {
        this.server = server;
    }

    public JsonNode get(String path) {
        return send("GET", path, null);
    }

    public JsonNode post(String path, @Nullable String body) {
        return send("POST", path, body);
    }

    public JsonNode put(String path, String body) {
        return send("PUT", path, body);
    }

    public JsonNode delete(String path) {
        return send("DELETE", path, null);
    }

    /// @throws IllegalStateException if it is not answered, or not with success
    private JsonNode send(String method, String path, @Nullable String body) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= OK_BELOW) {
                throw new IllegalStateException(method + " " + path + " of " + server + " was answered with "
                        + answer.statusCode() + ": "
                        + answer.body().substring(0, Math.min(300, answer.body().length())));
            }
            return MAPPER.readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(method + " " + path + " of " + server + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
