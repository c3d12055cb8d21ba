package io.shardstream.bench.live;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client that deletes 555 documents and updates 555 others each second until it is refused for the first time, so
/// that 1,000 of each are acknowledged in the last two seconds before a block. A request that took long is made up for.
final class BusyClient implements AutoCloseable {
    private static final int AT_ONCE = 50;
    private static final Duration BETWEEN = Duration.ofMillis(90);
    private static final Duration MOST_MADE_UP = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int TAKEN = 200;
    private static final int BLOCKED = 403;
    private static final JsonMapper JSON = new JsonMapper();

    private final URI bulk;
    private final BusyDocuments documents;
    private final LastWrites last = new LastWrites();
    private final LiveClient client;
    private long deleted;
    private boolean isRefused;

    private BusyClient(URI bulk, BusyDocuments documents) {
        this.bulk = bulk;
        this.documents = documents;
        this.client = new LiveClient("busy client", this::write);
    }

    /// Begins to write.
    ///
    /// @param index that it writes to, or an alias
    static BusyClient start(ProductionAddress at, String index, BusyDocuments documents) {
        return new BusyClient(at.of("/" + index + "/_bulk"), documents);
    }

    private void write(LiveClient by) throws IOException, InterruptedException {
        long due = System.nanoTime();
        for (int from = 0; !isRefused && !by.isOver() && documents.hasMore(from, AT_ONCE); from += AT_ONCE) {
            write(by, documents.deleted().subList(from, from + AT_ONCE), documents.updates(from, AT_ONCE));
            long now = System.nanoTime();
            due = Math.max(due, now - MOST_MADE_UP.toNanos()) + BETWEEN.toNanos();
            LockSupport.parkNanos(due - now);
        }
    }

    private void write(LiveClient by, List<String> deletes, List<String> updates)
            throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (String id : deletes) {
            lines.append("{\"delete\":{\"_id\":\"").append(id).append("\"}}\n");
        }
        for (String id : updates) {
            lines.append("{\"update\":{\"_id\":\"").append(id).append("\"}}\n{\"doc\":{},\"detect_noop\":false}\n");
        }
        String answer = by.send(HttpRequest.newBuilder(bulk)
                .timeout(PATIENCE)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
                .build());
        note(answer);
    }

    private void note(String answer) throws IOException {
        JsonNode told = JSON.readTree(answer);
        long deletes = 0;
        long updates = 0;
        for (JsonNode item : told.path("items")) {
            int delete = item.path("delete").path("status").asInt();
            int update = item.path("update").path("status").asInt();
            deletes += delete == TAKEN ? 1 : 0;
            updates += update == TAKEN ? 1 : 0;
            isRefused |= isBlocked(delete + update, answer);
        }
        if (told.path("items").isEmpty()) {
            isRefused = isBlocked(told.path("status").asInt(), answer);
        }
        deleted += deletes;
        last.note(System.nanoTime(), deletes, updates);
    }

    /// @throws IOException if it was neither taken nor blocked
    private static boolean isBlocked(int status, String answer) throws IOException {
        if (status != TAKEN && status != BLOCKED) {
            throw new IOException(
                    "a write was answered with " + status + ": " + answer.substring(0, Math.min(500, answer.length())));
        }
        return status == BLOCKED;
    }

    @Override
    public void close() {
        client.close();
    }

    /// Documents that it has deleted. To be asked once this is closed.
    ///
    /// @throws IllegalStateException if the server did not answer, or its documents ran out before it was refused
    long deleted() {
        if (client.failure() != null) {
            throw new IllegalStateException("a client could not write: " + client.failure(), client.failure());
        }
        if (!isRefused) {
            throw new IllegalStateException(
                    "a busy client had deleted all %,d documents before its writes were refused: take more documents"
                            .formatted(deleted));
        }
        return deleted;
    }

    /// What was acknowledged in the last two seconds before it was refused. To be asked once this is closed.
    LastWrites.Count last() {
        return last.count();
    }
}
