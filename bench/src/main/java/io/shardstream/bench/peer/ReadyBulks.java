package io.shardstream.bench.peer;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.stage.Rest;
import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.common.routing.ShardRouter;
import io.shardstream.common.routing.ShardRouting;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/// Bulk requests whose bytes are made beforehand, posted by a bare client: as fast as the server takes them.
public final class ReadyBulks {
    private static final int TOO_MANY = 429;

    private final List<byte[]> bodies;

    private ReadyBulks(List<byte[]> bodies) {
        this.bodies = bodies;
    }

    /// Each with documents of all shards.
    ///
    /// @param bulkBytes about the size of each
    public static ReadyBulks mixed(Workload workload, int bulkBytes) {
        return new ReadyBulks(bodies(workload, bulkBytes, _ -> 0));
    }

    /// Each with documents of one shard of an index that is there already, the shards in turn.
    public static ReadyBulks oneShardEach(Workload workload, int bulkBytes, Rest rest, String index) {
        int routing = rest.get(
                        "/_cluster/state/metadata/" + index + "?filter_path=metadata.indices.*.routing_num_shards")
                .at("/metadata/indices/" + index + "/routing_num_shards")
                .asInt();
        ShardRouter router = new ShardRouter(new ShardRouting(workload.shards(), routing, 1));
        return new ReadyBulks(
                bodies(workload, bulkBytes, document -> router.shardOf(document.id(), document.routing())));
    }

    private static List<byte[]> bodies(Workload workload, int bulkBytes, ToIntFunction<SampleDocument> groupOf) {
        List<byte[]> full = new ArrayList<>();
        Map<Integer, ByteArrayOutputStream> open = new HashMap<>();
        try (Stream<SampleDocument> documents = workload.stream()) {
            documents.forEachOrdered(document -> {
                ByteArrayOutputStream body =
                        open.computeIfAbsent(groupOf.applyAsInt(document), _ -> new ByteArrayOutputStream(bulkBytes));
                body.writeBytes("{\"index\":{\"_id\":\"%s\"}}\n"
                        .formatted(document.id())
                        .getBytes(StandardCharsets.UTF_8));
                body.writeBytes(document.source().toArray());
                body.write('\n');
                if (body.size() >= bulkBytes) {
                    full.add(body.toByteArray());
                    body.reset();
                }
            });
        }
        open.values().stream().filter(body -> body.size() > 0).forEach(body -> full.add(body.toByteArray()));
        return List.copyOf(full);
    }

    /// How many requests there are.
    public int size() {
        return bodies.size();
    }

    /// Posts all of them, so many at once, and waits for the last answer.
    ///
    /// @return how many of them were refused for now (429), as a whole or in part; none of these is sent again
    /// @throws IllegalStateException if one is answered otherwise
    public long post(URI server, String index, int atOnce) {
        URI bulk = server.resolve("/" + index + "/_bulk?filter_path=errors,items.*.status");
        Queue<byte[]> waiting = new ConcurrentLinkedQueue<>(bodies);
        AtomicLong refused = new AtomicLong();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            CompletableFuture<?>[] lines = Stream.generate(() -> next(client, bulk, waiting, refused))
                    .limit(atOnce)
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(lines).join();
        }
        return refused.get();
    }

    private static CompletableFuture<Void> next(
            HttpClient client, URI bulk, Queue<byte[]> waiting, AtomicLong refused) {
        byte[] body = waiting.poll();
        if (body == null) {
            return CompletableFuture.completedFuture(null);
        }
        HttpRequest request = HttpRequest.newBuilder(bulk)
                .header("Content-Type", "application/x-ndjson")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenCompose(answer -> {
            if (answer.statusCode() == TOO_MANY || answer.body().contains("\"status\":" + TOO_MANY)) {
                refused.incrementAndGet();
            } else if (!answer.body().startsWith("{\"errors\":false")) {
                throw new IllegalStateException("A ready-made bulk was answered with " + answer.statusCode());
            }
            return next(client, bulk, waiting, refused);
        });
    }
}
