package io.shardstream.workload.load;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Puts documents into an index as fast as one client can: large bulks, a few at a time.
public final class BulkLoader implements AutoCloseable {
    private static final int BULK_BYTES = 4 << 20;
    private static final int BULKS_AT_ONCE = 3;

    private final URI bulk;
    private final LongConsumer progress;
    private final JsonMapper json = new JsonMapper();
    private final Semaphore free = new Semaphore(BULKS_AT_ONCE);
    private final CompletableFuture<Void> failure = new CompletableFuture<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(BULK_BYTES + (1 << 16));
    private long documents;

    private BulkLoader(URI server, String index, LongConsumer progress) {
        this.bulk = server.resolve("/" + index + "/_bulk?filter_path=errors,items.*.error");
        this.progress = progress;
    }

    /// Puts all documents into an index and returns how many they were.
    ///
    /// @param progress told how many documents have been sent, now and then
    /// @throws IllegalStateException if the server refuses one of them
    public static long load(URI server, String index, Stream<SampleDocument> documents, LongConsumer progress) {
        try (BulkLoader loader = new BulkLoader(server, index, progress)) {
            Iterator<SampleDocument> each = documents.iterator();
            while (each.hasNext()) {
                loader.add(each.next());
            }
            loader.send();
            loader.await();
            return loader.documents;
        }
    }

    private void add(SampleDocument document) {
        ObjectNode action = json.createObjectNode();
        ObjectNode index = action.putObject("index").put("_id", document.id());
        String routing = document.routing();
        if (routing != null) {
            index.put("routing", routing);
        }
        body.writeBytes(json.writeValueAsBytes(action));
        body.write('\n');
        Bytes source = document.source();
        body.write(source.array(), source.offset(), source.length());
        body.write('\n');
        documents++;
        if (body.size() >= BULK_BYTES) {
            send();
        }
    }

    private void send() {
        if (body.size() == 0) {
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(bulk)
                .timeout(Duration.ofMinutes(3))
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
                .build();
        body.reset();
        free.acquireUninterruptibly();
        check();
        var _ = client.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8))
                .whenComplete(this::answered);
        progress.accept(documents);
    }

    private void answered(HttpResponse<String> response, Throwable error) {
        if (error != null) {
            failure.completeExceptionally(error);
        } else if (response.statusCode() != 200 || !response.body().equals("{\"errors\":false}")) {
            String answer = response.body();
            failure.completeExceptionally(
                    new IOException(response.statusCode() + " " + answer.substring(0, Math.min(answer.length(), 300))));
        }
        free.release();
    }

    private void await() {
        free.acquireUninterruptibly(BULKS_AT_ONCE);
        check();
    }

    private void check() {
        try {
            failure.getNow(null);
        } catch (CompletionException e) {
            throw new IllegalStateException("Loading into " + bulk + " failed: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
