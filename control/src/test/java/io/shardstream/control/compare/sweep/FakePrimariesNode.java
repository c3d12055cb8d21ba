package io.shardstream.control.compare.sweep;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedShard;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A node on a loopback port that holds the primaries of all shards of index `i`, says of each that it has
/// carried out as many deletes as its number says, and counts the requests.
final class FakePrimariesNode implements AutoCloseable {
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger refreshes = new AtomicInteger();
    private final int shards;
    private final HttpServer server;
    private final ElasticCluster cluster;
    private final IndexShards index;

    FakePrimariesNode(int shards) throws Exception {
        this.shards = shards;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address())), Duration.ofSeconds(20), "test"));
        index = new IndexShards(cluster, "source", "i", "u");
    }

    List<ScannedShard> shards() {
        return IntStream.range(0, shards)
                .<ScannedShard>mapToObj(shard -> new HttpScannedShard(index, ScanPace.NONE, "i", shard, 1 << 20))
                .toList();
    }

    /// How many there were since this was called before.
    int requests() {
        return requests.getAndSet(0);
    }

    private String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        cluster.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        byte[] _ = exchange.getRequestBody().readAllBytes();
        byte[] answer = answerTo(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    private String answerTo(String path) {
        return switch (path) {
            case "/_nodes/http" ->
                "{\"nodes\":{\"me\":{\"version\":\"9.5.3\",\"http\":{\"publish_address\":\"" + address() + "\"}}}}";
            case "/_nodes/_local/stats/indices/refresh" -> stats("""
                    {"routing":{"state":"STARTED","primary":true},"refresh":{"external_total":%d},
                     "commit":{"user_data":{"history_uuid":"h"}},
                     "seq_no":{"max_seq_no":9,"local_checkpoint":9,"global_checkpoint":9}}""".formatted(refreshes.get()));
            case "/_nodes/_local/stats/indices/indexing" ->
                stats(shard -> "{\"indexing\":{\"delete_total\":" + shard + "}}");
            case "/_cluster/health" -> "{\"timed_out\":false}";
            case "/_cluster/state/metadata,nodes,routing_table/i", "/_cluster/state/blocks,metadata,routing_table/i" ->
                """
                {"cluster_name":"c","metadata":{"indices":{"i":{"settings":{"index":{"uuid":"u"}},"primary_terms":{%s}}}},
                 "routing_table":{"indices":{"i":{"shards":{%s}}}}}""".formatted(
                                each(_ -> "3"),
                                each(_ -> "[{\"primary\":true,\"node\":\"me\",\"state\":\"STARTED\","
                                        + "\"allocation_id\":{\"id\":\"a\"}}]"));
            case "/i/_settings" -> "{\"i\":{\"settings\":{\"index.uuid\":\"u\"}}}";
            case "/i/_search" -> """
                {"timed_out":false,"_shards":{"total":1,"successful":1,"failed":0},
                 "hits":{"total":{"value":5,"relation":"eq"},"hits":[]}}""";
            case "/i/_refresh" -> {
                refreshes.incrementAndGet();
                yield "{}";
            }
            default -> "{}";
        };
    }

    private String stats(String ofShard) {
        return stats(_ -> ofShard);
    }

    private String stats(IntFunction<String> ofShard) {
        return "{\"nodes\":{\"me\":{\"name\":\"n\",\"indices\":{\"shards\":{\"i\":["
                + IntStream.range(0, shards)
                        .mapToObj(shard -> "{\"" + shard + "\":" + ofShard.apply(shard) + "}")
                        .collect(Collectors.joining(","))
                + "]}}}}}";
    }

    private String each(IntFunction<String> ofShard) {
        return IntStream.range(0, shards)
                .mapToObj(shard -> "\"" + shard + "\":" + ofShard.apply(shard))
                .collect(Collectors.joining(","));
    }
}
