package io.shardstream.ittests.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
    }

    public JsonNode put(String path, String body) {
        return good(send("PUT", path, body));
    }

    public JsonNode post(String path, String body) {
        return good(send("POST", path, body));
    }

    public JsonNode get(String path) {
        return good(send("GET", path, ""));
    }

    public JsonNode delete(String path) {
        return good(send("DELETE", path, ""));
    }

    /// Sends a body as it is and gives the answer whatever its status.
    public Answer send(String method, String path, String body) {
        return send(method, path, body.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends a body as it is and gives the answer whatever its status.
    public Answer send(String method, String path, byte[] body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(Patience.LIMIT)
                .header("Content-Type", path.contains("/_bulk") ? "application/x-ndjson" : "application/json")
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

    private Answer checked(Answer answer) {
        if (!answer.isOk()) {
            throw new IllegalStateException(server + " answered " + answer.status() + ": " + answer.body());
        }
        return answer;
    }

    private JsonNode good(Answer answer) {
        return checked(answer).body();
    }
}
