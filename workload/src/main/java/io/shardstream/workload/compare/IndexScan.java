package io.shardstream.workload.compare;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/// Reads an index as a whole, several shards at a time.
public final class IndexScan {
    private static final int SHARDS_AT_ONCE = 3;

    /// Gets every document, from several threads, but never two at a time.
    @FunctionalInterface
    public interface Sink {
        void accept(int shard, ComparedHit hit, ByteBuffer source);
    }

    private final IndexAddress address;
    private final CompareHttp http;
    private final Sink sink;

    private IndexScan(IndexAddress address, CompareHttp http, Sink sink) {
        this.address = address;
        this.http = http;
        this.sink = sink;
    }

    /// Gives every document that lives in the index now to `sink`.
    ///
    /// @throws CompareException if a shard cannot be read in full, or the index changes meanwhile
    public static void read(IndexAddress address, Sink sink) {
        try (CompareHttp http = new CompareHttp(address.server(), address.access())) {
            new IndexScan(address, http, sink).read();
        }
    }

    private void read() {
        JsonNode refreshed = http.ask("POST", "/" + address.index() + "/_refresh", "");
        if (refreshed.at("/_shards/failed").asInt(-1) != 0) {
            throw new CompareException("Index '" + address.index()
                    + "' was not refreshed in full: compare again when it is green. It said: " + refreshed);
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(SHARDS_AT_ONCE)) {
            List<Future<?>> shards = new ArrayList<>();
            IntStream.range(0, shards()).forEach(shard -> shards.add(threads.submit(() -> read(shard))));
            shards.forEach(this::await);
        }
    }

    private int shards() {
        JsonNode settings = http.ask("GET", "/" + address.index() + "/_settings?flat_settings=true", "");
        if (settings.size() != 1) {
            throw new CompareException(
                    "'" + address.index() + "' names " + settings.size() + " indices: name exactly one.");
        }
        int shards = settings.iterator()
                .next()
                .path("settings")
                .path("index.number_of_shards")
                .asInt(0);
        if (shards < 1) {
            throw new CompareException(
                    "Index '" + address.index() + "' does not say how many shards it has: compare again.");
        }
        return shards;
    }

    private void read(int shard) {
        Bodies bodies = new Bodies(http, address.index());
        try (ShardScroll scroll = new ShardScroll(http, address.index(), shard)) {
            for (List<ComparedHit> page = scroll.next(); !page.isEmpty(); page = scroll.next()) {
                bodies.forEach(page, (hit, source) -> give(shard, hit, source));
            }
        }
    }

    private synchronized void give(int shard, ComparedHit hit, ByteBuffer source) {
        sink.accept(shard, hit, source);
    }

    private void await(Future<?> shard) {
        try {
            shard.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CompareException known
                    ? known
                    : new CompareException(
                            "Index '" + address.index() + "' cannot be read: see that its cluster works.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompareException("Interrupted while reading " + address.index() + ".", e);
        }
    }
}
