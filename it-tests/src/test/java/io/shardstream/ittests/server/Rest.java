package io.shardstream.ittests.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Plain requests to one node, for preparing and looking at indices.
public record Rest(URI server) {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = new JsonMapper();

    /// What a node answered.
    public record Answer(int status, JsonNode body) {
        public boolean isOk() {
            return status < 300;
        }

        /// Why what was asked for did not happen, or not as a whole; empty if it did. Servers say 200 to much that
        /// they gave up: to a wait for health, to a change that a node has not confirmed, to a bulk of which
        /// nothing was written.
        public Optional<String> trouble() {
            if (!isOk()) {
                return Optional.of("it was answered with " + status);
            }
            if (body.path("timed_out").asBoolean(false)) {
                return Optional.of("it timed out");
            }
            if (body.path("errors").asBoolean(false)) {
                return Optional.of("not all of a bulk was written");
            }
            if (!body.path("failures").isEmpty()) {
                return Optional.of("it failed for some documents");
            }
            return Stream.of("acknowledged", "shards_acknowledged")
                    .filter(field -> !body.path(field).asBoolean(true))
                    .findFirst()
                    .map(field -> "it is not " + field);
        }
    }

    /// As the others here, throws unless what was asked for has happened as a whole; see [Answer#trouble()].
    public JsonNode put(String path, String body) {
        return good("PUT " + path, send("PUT", path, body));
    }

    public JsonNode post(String path, String body) {
        return good("POST " + path, send("POST", path, body));
    }

    public JsonNode get(String path) {
        return good("GET " + path, send("GET", path, ""));
    }

    public JsonNode delete(String path) {
        return good("DELETE " + path, send("DELETE", path, ""));
    }

    /// Sends a body as it is and gives the answer whatever its status.
    public Answer send(String method, String path, String body) {
        return send(method, path, body.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends a body as it is and gives the answer whatever its status.
    public Answer send(String method, String path, byte[] body) {
        return send(method, path, body, path.contains("/_bulk") ? "application/x-ndjson" : "application/json");
    }

    /// The same with a body of another kind than JSON.
    public Answer send(String method, String path, byte[] body, String contentType) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(TestPatience.LIMIT)
                .header("Content-Type", contentType)
                .header("Accept", "application/json")
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), JSON.readTree(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// The UUID of an index.
    public String uuidOf(String index) {
        return get("/" + index + "/_settings?flat_settings=true")
                .path(index)
                .path("settings")
                .path("index.uuid")
                .asString("");
    }

    /// A part of a path, so that it may hold any character.
    public static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private JsonNode good(String asked, Answer answer) {
        answer.trouble().ifPresent(why -> {
            throw new IllegalStateException(asked + " of " + server + ": " + why + ": " + answer.body());
        });
        return answer.body();
    }
}
