package io.shardstream.localcluster.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Plain requests to one node.
record NodeRequests(URI node) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /// The answer's body, whatever its status.
    String put(String path, String body) {
        return send(path, "PUT", HttpRequest.BodyPublishers.ofString(body));
    }

    /// The answer's body, whatever its status.
    String get(String path) {
        return send(path, "GET", HttpRequest.BodyPublishers.noBody());
    }

    private String send(String path, String method, HttpRequest.BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(node.resolve(path))
                .method(method, body)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofMinutes(1))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
