package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A node with many shards, for each question about which it goes through all of them.
class StoredBytesTest {
    private static final int SHARDS = 8;

    private final AtomicInteger questions = new AtomicInteger();
    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    @Test
    void shardsThatAskAtOneMomentShareAnAnswer() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/_nodes/_local/stats/indices/docs,store", exchange -> {
            questions.incrementAndGet();
            await(mayAnswer);
            byte[] answer = answer().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort();
        try (ElasticCluster cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address)), Duration.ofMinutes(5), "test"))) {
            NodeIndex node = new NodeIndex(cluster.nodeAtPublishAddress(address), new ServerVersion(9, 5), "i");
            List<FutureTask<Long>> asked = new ArrayList<>();
            List<Thread> threads = new ArrayList<>();
            for (int shard = 0; shard < SHARDS; shard++) {
                int one = shard;
                asked.add(new FutureTask<>(() -> node.storedBytes(one)));
                threads.add(Thread.ofPlatform().daemon().start(asked.getLast()));
            }
            while (threads.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
                Thread.onSpinWait();
            }
            mayAnswer.countDown();

            for (int shard = 0; shard < SHARDS; shard++) {
                assertThat(asked.get(shard).get()).isEqualTo(100 + shard);
            }
            assertThat(node.storedBytes(SHARDS)).isZero();
            assertThat(questions).hasValueLessThanOrEqualTo(3);
        } finally {
            server.stop(0);
        }
    }

    /// A dot separates the names of a filter, and a star stands for any text within one name.
    @Test
    void ofAnIndexWithDotsInItsNameANodeIsAskedForLittleElse() throws Exception {
        AtomicReference<String> query = new AtomicReference<>("");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/_nodes/_local/stats/indices/docs,store", exchange -> {
            query.set(exchange.getRequestURI().getQuery());
            String shard = "[{\"0\":{\"docs\":{\"count\":10},\"store\":{\"size_in_bytes\":%d}}}]";
            byte[] answer = ("{\"nodes\":{\"n\":{\"indices\":{\"shards\":{\"logs-2026-11.1\":" + shard.formatted(70)
                            + ",\"logs-2026.11.1\":" + shard.formatted(500) + ",\"logs-2026.11-1\":"
                            + shard.formatted(90) + "}}}}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String address = "127.0.0.1:" + server.getAddress().getPort();
        try (ElasticCluster cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address)), Duration.ofSeconds(20), "test"))) {
            NodeIndex node =
                    new NodeIndex(cluster.nodeAtPublishAddress(address), new ServerVersion(9, 5), "logs-2026.11.1");
            assertThat(node.storedBytes(0)).isEqualTo(50);
            assertThat(query.get())
                    .contains("filter_path=nodes.*.indices.shards.logs-2026*11*1.*.docs.count,")
                    .doesNotContain("shards.*.");
        } finally {
            server.stop(0);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String answer() {
        return "{\"nodes\":{\"n\":{\"indices\":{\"shards\":{\"i\":["
                + IntStream.range(0, SHARDS)
                        .mapToObj(shard -> "{\"%d\":{\"docs\":{\"count\":10},\"store\":{\"size_in_bytes\":%d}}}"
                                .formatted(shard, 1000 + 10 * shard))
                        .collect(Collectors.joining(","))
                + "]}}}}}";
    }
}
