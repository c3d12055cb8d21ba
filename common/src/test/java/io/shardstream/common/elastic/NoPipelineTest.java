package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a node is sent that knows search pipelines, and one that does not.
class NoPipelineTest {
    private static final Call SEARCH = OwnSearches.of(Call.post("/i/_search", Bytes.utf8("{}")));
    private static final String REFUSAL = "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":"
            + "\"request [/i/_search] contains unrecognized parameter: [search_pipeline]\"},\"status\":400}";
    private static final long MINUTE = 60_000_000_000L;

    private final List<Boolean> wishes = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private HttpServer server;
    private ElasticCluster cluster;
    private volatile boolean isKnown;
    private volatile boolean isAway;
    private volatile String refusal = REFUSAL;

    @BeforeEach
    void start() throws IOException, ElasticException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            boolean isWished = exchange.getRequestURI().getQuery().contains("search_pipeline=_none");
            wishes.add(isWished);
            if (!isAway) {
                boolean refuses = isWished && !isKnown;
                byte[] body = (refuses ? refusal : "{}").getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(refuses ? 400 : 200, body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        cluster = ElasticCluster.of(
                ElasticSettings.open("source", List.of(address), Duration.ofSeconds(20), "test"), nanos::get);
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.stop(0);
    }

    private void search(int times) throws ElasticException {
        for (int i = 0; i < times; i++) {
            assertThat(cluster.send(SEARCH).status()).isEqualTo(200);
        }
    }

    @Test
    void whoKnowsPipelinesIsAskedToUseNone() throws Exception {
        isKnown = true;
        search(3);
        assertThat(wishes).containsExactly(true, true, true);
    }

    @Test
    void whoDoesNotKnowThemIsAskedAgainWithoutAndThenWithoutAtOnce() throws Exception {
        search(3);
        assertThat(wishes).containsExactly(true, false, false, false);
    }

    @Test
    void whoWasAwayMayKnowThemNow() throws Exception {
        search(1);
        isAway = true;
        assertThatThrownBy(() -> cluster.sendOnce(SEARCH)).isInstanceOf(ElasticException.Unreachable.class);
        isAway = false;
        isKnown = true;
        search(2);
        assertThat(wishes.subList(3, 5)).containsExactly(true, true);
    }

    @Test
    void behindOneAddressThereMayBeSeveralServers() throws Exception {
        search(1);
        isKnown = true;
        nanos.addAndGet(9 * MINUTE);
        search(1);
        nanos.addAndGet(MINUTE);
        search(1);
        assertThat(wishes).containsExactly(true, false, false, true);
    }

    @Test
    void aSearchThatIsRefusedForSomethingElseIsNotAskedAgain() throws Exception {
        refusal = "{\"error\":{\"type\":\"illegal_argument_exception\",\"reason\":\"unknown query\"}}";
        assertThat(cluster.send(SEARCH).errorReason()).isEqualTo("unknown query");
        assertThat(wishes).containsExactly(true);
    }
}
