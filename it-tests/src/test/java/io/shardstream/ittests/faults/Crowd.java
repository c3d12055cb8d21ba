package io.shardstream.ittests.faults;

import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// Many clients that write to an index of their own on the first node, as fast as they are answered: its write queue is
/// never empty.
final class Crowd implements AutoCloseable {
    private static final int CLIENTS = 8;

    private final Rest node;
    private final String index = Servers.name("crowd");
    private final List<CompletableFuture<Void>> clients;
    private volatile boolean over;

    private Crowd(URI server) {
        this.node = new Rest(server);
        node.put(
                "/" + index,
                "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0,"
                        + "\"index.routing.allocation.require._name\":\"node-0\"}}");
        this.clients = Stream.generate(() -> CompletableFuture.runAsync(
                        this::write, task -> Thread.ofVirtual().start(task)))
                .limit(CLIENTS)
                .toList();
    }

    static Crowd writingTo(URI server) {
        return new Crowd(server);
    }

    private void write() {
        String bulk = "{\"index\":{}}\n{\"text\":\"some words and some more of them\"}\n".repeat(200);
        while (!over) {
            node.send("POST", "/" + index + "/_bulk?filter_path=took", bulk);
        }
    }

    @Override
    public void close() {
        over = true;
        clients.forEach(CompletableFuture::join);
        node.delete("/" + index);
    }
}
