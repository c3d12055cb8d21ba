package io.shardstream.ittests.speed;

import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.common.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// Bulk requests whose bytes are made beforehand, posted by a bare client: as fast as the server takes them.
///
/// @param bodies each of about the given size, documents of all shards mixed
record ReadyBulks(List<Bytes> bodies) {
    static ReadyBulks of(Stream<SampleDocument> documents, int bulkBytes) {
        List<Bytes> bodies = new ArrayList<>();
        ByteArrayOutputStream body = new ByteArrayOutputStream(bulkBytes + (1 << 16));
        Iterator<SampleDocument> each = documents.iterator();
        while (each.hasNext()) {
            SampleDocument document = each.next();
            body.writeBytes(
                    "{\"index\":{\"_id\":\"%s\"}}\n".formatted(document.id()).getBytes(StandardCharsets.UTF_8));
            body.writeBytes(document.source().toArray());
            body.write('\n');
            if (body.size() >= bulkBytes || !each.hasNext()) {
                bodies.add(Bytes.of(body.toByteArray()));
                body.reset();
            }
        }
        return new ReadyBulks(List.copyOf(bodies));
    }

    /// Posts all of them, so many at once, and waits for the last answer.
    void post(URI server, String index, int atOnce) {
        URI bulk = server.resolve("/" + index + "/_bulk?filter_path=errors");
        Queue<Bytes> waiting = new ConcurrentLinkedQueue<>(bodies);
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            CompletableFuture<?>[] lines = Stream.generate(() -> next(client, bulk, waiting))
                    .limit(atOnce)
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(lines).join();
        }
    }

    private static CompletableFuture<Void> next(HttpClient client, URI bulk, Queue<Bytes> waiting) {
        Bytes body = waiting.poll();
        if (body == null) {
            return CompletableFuture.completedFuture(null);
        }
        HttpRequest request = HttpRequest.newBuilder(bulk)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toArray()))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenCompose(answer -> {
            if (!answer.body().equals("{\"errors\":false}")) {
                throw new IllegalStateException("A ready-made bulk was answered with " + answer.statusCode());
            }
            return next(client, bulk, waiting);
        });
    }
}
