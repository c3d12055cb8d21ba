package io.shardstream.ittests.secrecy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.ittests.server.TestPatience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a process answers over HTTP to somebody who has the token.
///
/// @param server its address
record AskedOverHttp(URI server) {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int LINES_OF_A_STREAM = 4;

    /// Status, headers and body.
    String get(String path) {
        return whole(request(path).GET().build());
    }

    String post(String path, String body) {
        return whole(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    /// The first lines of an answer that does not end.
    String stream(String path) {
        HttpResponse<Stream<String>> response =
                answer(request(path).GET().build(), HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = response.body()) {
            return lines.limit(LINES_OF_A_STREAM).collect(Collectors.joining("\n"));
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(TestPatience.LIMIT)
                .header("Authorization", "Bearer " + Planted.HTTP_TOKEN.text());
    }

    private static String whole(HttpRequest request) {
        HttpResponse<byte[]> response = answer(request, HttpResponse.BodyHandlers.ofByteArray());
        return response.statusCode() + " " + response.headers().map() + "\n" + new String(response.body(), UTF_8);
    }

    private static <T> HttpResponse<T> answer(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return CLIENT.send(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
