package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticNode;
import io.shardstream.common.elastic.ElasticSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IndexRefreshTest {
    private static final String REFUSED =
            "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"},\"status\":403}";

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong(-5);
    private final IndexRefresh refresh = new IndexRefresh("i", true, Share.whole(nanos::get), nanos::get);
    private HttpServer server;
    private ElasticCluster cluster;
    private volatile boolean refuses;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] answer = (refuses ? REFUSED : "{}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(refuses ? 403 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + address())), Duration.ofMinutes(5), "test"));
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.stop(0);
    }

    private String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private ElasticNode node() {
        return cluster.nodeAtPublishAddress(address());
    }

    @Test
    void shardsThatAskAtOneMomentShareRefreshes() throws Exception {
        Callable<Boolean> twice = () -> {
            refresh.ask(node());
            refresh.ask(node());
            return true;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> shard : threads.invokeAll(Collections.nCopies(100, twice))) {
                assertThat(shard.get()).isTrue();
            }
        }

        assertThat(asked.get()).isBetween(2, 100);
    }

    @Test
    void aServerThatRefusesIsAskedAgainAfterAMinute() throws Exception {
        refuses = true;

        refresh.ask(node());
        refresh.ask(node());

        assertThat(refresh.isAllowed()).isFalse();
        assertThat(asked.get()).isEqualTo(1);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(refresh.isAllowed()).isTrue();
        refuses = false;
        refresh.ask(node());
        refresh.ask(node());
        assertThat(asked.get()).isEqualTo(3);
        assertThat(refresh.isAllowed()).isTrue();
    }

    @Test
    void anOperatorWhoSaysNoIsHeard() throws Exception {
        IndexRefresh none = new IndexRefresh("i", false, Share.whole(nanos::get), nanos::get);

        none.ask(node());

        assertThat(none.isAllowed()).isFalse();
        assertThat(asked.get()).isZero();
    }
}
