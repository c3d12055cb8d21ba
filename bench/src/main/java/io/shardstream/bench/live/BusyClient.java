package io.shardstream.bench.live;

import io.shardstream.bench.documents.Workload;
import io.shardstream.cli.sample.SampleDocument;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A client that deletes 500 documents and updates 500 others each second, through an alias, until it is refused for
/// the first time: so 1,000 of each are acknowledged in the last two seconds before a block.
final class BusyClient implements AutoCloseable {
    private static final int AT_ONCE = 50;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST = 100_000;
    private static final JsonMapper JSON = new JsonMapper();

    private final URI bulk;
    private final List<String> documents;
    private final LiveClient client;
    private long deleted;
    private boolean isRefused;

    private BusyClient(URI bulk, List<String> documents) {
        this.bulk = bulk;
        this.documents = documents;
        this.client = new LiveClient("busy client", this::write);
    }

    /// Begins to write.
    ///
    /// @param but of so many documents the first is left alone
    static BusyClient of(URI server, String alias, Workload workload, int but) {
        List<String> documents = new ArrayList<>();
        long stride = Math.max(2, workload.documents() / MOST);
        try (Stream<SampleDocument> all = workload.stream()) {
            long number = 0;
            for (Iterator<SampleDocument> each = all.iterator(); each.hasNext(); number++) {
                SampleDocument document = each.next();
                if (number % stride == 1 && number % but != 0) {
                    documents.add(document.id());
                }
            }
        }
        return new BusyClient(server.resolve("/" + alias + "/_bulk?filter_path=items.*.status"), documents);
    }

    private void write(LiveClient by) throws IOException, InterruptedException {
        boolean goesOn = true;
        for (int from = 0; goesOn && !by.isOver() && from + 2 * AT_ONCE <= documents.size(); from += 2 * AT_ONCE) {
            long begun = System.nanoTime();
            goesOn = write(by, documents.subList(from, from + 2 * AT_ONCE));
            LockSupport.parkNanos(BETWEEN.toNanos() - (System.nanoTime() - begun));
        }
        isRefused = !goesOn;
    }

    /// @return whether no write was refused
    private boolean write(LiveClient by, List<String> some) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (String id : some.subList(0, AT_ONCE)) {
            lines.append("{\"delete\":{\"_id\":\"").append(id).append("\"}}\n");
        }
        for (String id : some.subList(AT_ONCE, 2 * AT_ONCE)) {
            lines.append("{\"update\":{\"_id\":\"").append(id).append("\"}}\n{\"doc\":{},\"detect_noop\":false}\n");
        }
        String answer = by.send(HttpRequest.newBuilder(bulk)
                .timeout(PATIENCE)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
                .build());
        boolean isTaken = true;
        for (JsonNode item : JSON.readTree(answer).path("items")) {
            if (item.path("delete").path("status").asInt() == 200) {
                deleted++;
            }
            isTaken &= item.valueStream().allMatch(one -> one.path("status").asInt() == 200);
        }
        return isTaken;
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
            throw new IllegalStateException("a client could not write", client.failure());
        }
        if (!isRefused) {
            throw new IllegalStateException("a busy client had no more documents before its writes were refused");
        }
        return deleted;
    }
}
