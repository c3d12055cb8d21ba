package io.shardstream.bench.peer;

import io.shardstream.bench.documents.Workload;
import io.shardstream.bench.stage.BenchRest;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.workload.load.SampleDocument;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
        return new ReadyBulks(bodies(workload, bulkBytes, Integer.MAX_VALUE, _ -> 0));
    }

    /// Each with so many documents of all shards, the last one perhaps with fewer.
    public static ReadyBulks ofDocuments(Workload workload, int documents) {
        return new ReadyBulks(bodies(workload, Integer.MAX_VALUE, documents, _ -> 0));
    }

    /// Each with documents of one shard of an index that is there already, the shards in turn.
    public static ReadyBulks oneShardEach(Workload workload, int bulkBytes, BenchRest rest, String index) {
        int routing = rest.get(
                        "/_cluster/state/metadata/" + index + "?filter_path=metadata.indices.*.routing_num_shards")
                .at("/metadata/indices/" + index + "/routing_num_shards")
                .asInt();
        ShardRouter router = new ShardRouter(new ShardRouting(workload.shards(), routing, 1));
        return new ReadyBulks(bodies(
                workload, bulkBytes, Integer.MAX_VALUE, document -> router.shardOf(document.id(), document.routing())));
    }

    /// What is being filled.
    private static final class Open {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private int documents;

        void add(SampleDocument document) {
            body.writeBytes(
                    "{\"index\":{\"_id\":\"%s\"}}\n".formatted(document.id()).getBytes(StandardCharsets.UTF_8));
            body.writeBytes(document.source().toArray());
            body.write('\n');
            documents++;
        }

        byte[] take() {
            byte[] all = body.toByteArray();
            body.reset();
            documents = 0;
            return all;
        }
    }

    private static List<byte[]> bodies(
            Workload workload, int bulkBytes, int bulkDocuments, ToIntFunction<SampleDocument> groupOf) {
        List<byte[]> full = new ArrayList<>();
        Map<Integer, Open> groups = new HashMap<>();
        try (Stream<SampleDocument> documents = workload.stream()) {
            documents.forEachOrdered(document -> {
                Open open = groups.computeIfAbsent(groupOf.applyAsInt(document), _ -> new Open());
                open.add(document);
                if (open.body.size() >= bulkBytes || open.documents >= bulkDocuments) {
                    full.add(open.take());
                }
            });
        }
        groups.values().stream().filter(open -> open.documents > 0).forEach(open -> full.add(open.take()));
        return List.copyOf(full);
    }

    /// How many requests there are.
    public int size() {
        return bodies.size();
    }

    /// Bytes of all requests together.
    public long bytes() {
        return bodies.stream().mapToLong(body -> body.length).sum();
    }

    /// Posts all of them, so many at once, and waits for the last answer.
    ///
    /// @return how many of them were refused for now (429), as a whole or in part; none of these is sent again
    /// @throws IllegalStateException if one is answered otherwise
    public long post(URI server, String index, int atOnce) {
        return post(server, index, atOnce, Duration.ZERO);
    }

    /// The same, but none before its time: when what is in it would have come together.
    ///
    /// @param every from the begin to the first's time, and from one's to the next's; a late one is sent at once
    public long post(URI server, String index, int atOnce, Duration every) {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            Posting posting = new Posting(
                    client, server.resolve("/" + index + "/_bulk?filter_path=errors,items.*.status"), every);
            CompletableFuture<?>[] lines =
                    Stream.generate(posting::next).limit(atOnce).toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(lines).join();
            return posting.refused.get();
        }
    }

    /// Bulks on their way.
    private final class Posting {
        private final HttpClient client;
        private final URI bulk;
        private final long every;
        private final long begun = System.nanoTime();
        private final AtomicInteger begins = new AtomicInteger();
        private final AtomicLong refused = new AtomicLong();

        Posting(HttpClient client, URI bulk, Duration every) {
            this.client = client;
            this.bulk = bulk;
            this.every = every.toNanos();
        }

        /// Posts one after the other until none is left.
        CompletableFuture<Void> next() {
            int number = begins.getAndIncrement();
            if (number >= bodies.size()) {
                return CompletableFuture.completedFuture(null);
            }
            long early = begun + (number + 1) * every - System.nanoTime();
            if (every == 0 || early <= 0) {
                return send(bodies.get(number));
            }
            return CompletableFuture.supplyAsync(
                            () -> bodies.get(number), CompletableFuture.delayedExecutor(early, TimeUnit.NANOSECONDS))
                    .thenCompose(this::send);
        }

        private CompletableFuture<Void> send(byte[] body) {
            HttpRequest request = HttpRequest.newBuilder(bulk)
                    .header("Content-Type", "application/x-ndjson")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            return client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .thenCompose(answer -> {
                        if (answer.statusCode() == TOO_MANY || answer.body().contains("\"status\":" + TOO_MANY)) {
                            refused.incrementAndGet();
                        } else if (!answer.body().startsWith("{\"errors\":false")) {
                            throw new IllegalStateException(
                                    "A ready-made bulk was answered with " + answer.statusCode());
                        }
                        return next();
                    });
        }
    }
}
