package io.shardstream.workload.compare;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Requests to one server, over the JDK's own HTTP client.
final class CompareHttp implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final int NO_LIMIT = Integer.MAX_VALUE - 16;

    private final URI server;
    private final JsonMapper json = new JsonMapper();
    private final ServerAccess access;
    private final HttpClient client;

    CompareHttp(URI server, ServerAccess access) {
        this.server = server;
        this.access = access;
        this.client = access.client(Duration.ofSeconds(10));
    }

    /// What a server answered.
    ///
    /// @param body its body, cut off at the limit
    /// @param whole whether the body was not longer than that
    @SuppressWarnings("ArrayRecordComponent") // Never compared, and too large to copy.
    record Answer(int status, byte[] body, boolean whole) {
        boolean isGood() {
            return status == 200 && whole;
        }

        String text() {
            return new String(body, 0, Math.min(body.length, 500), StandardCharsets.UTF_8);
        }
    }

    /// Sends a request with a JSON body and reads the answer as JSON.
    ///
    /// @throws CompareException if the status is not 200
    JsonNode ask(String method, String path, String body) {
        return read(path, send(method, path, body, NO_LIMIT));
    }

    /// The same with a parameter that not every server knows, and without it to one that does not.
    ///
    /// @param path with a query
    JsonNode ask(String method, String path, String parameter, String body) {
        String whole = path + "&" + parameter;
        Answer answer = send(method, whole, body, NO_LIMIT);
        return answer.status() == 400 && answer.text().contains("unrecognized parameter")
                ? ask(method, path, body)
                : read(whole, answer);
    }

    private JsonNode read(String path, Answer answer) {
        try {
            return json.readTree(good(path, answer));
        } catch (JacksonException e) {
            throw new CompareException(
                    path + " on " + server + " did not answer with JSON: is it Elasticsearch or OpenSearch?", e);
        }
    }

    /// Gets a body as it is.
    ///
    /// @throws CompareException if the status is not 200
    byte[] get(String path) {
        return good(path, send("GET", path, "", NO_LIMIT));
    }

    /// Sends a request and reads at most `limit` bytes of the answer, whatever its status.
    Answer send(String method, String path, String body, int limit) {
        HttpRequest request = access.authorize(HttpRequest.newBuilder(URI.create(server + path)))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            try (InputStream stream = response.body()) {
                byte[] bytes = stream.readNBytes(limit);
                boolean whole = bytes.length < limit || stream.read() < 0;
                return new Answer(response.statusCode(), bytes, whole);
            }
        } catch (IOException e) {
            throw new CompareException(
                    path + " on " + server + " was not answered (" + e.getMessage() + "): see that the node works.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompareException("Interrupted while waiting for " + server + ".", e);
        }
    }

    private byte[] good(String path, Answer answer) {
        if (!answer.isGood()) {
            throw new CompareException(path + " on " + server + " answered " + answer.status() + ": " + answer.text());
        }
        return answer.body();
    }

    @Override
    public void close() {
        client.close();
    }
}
