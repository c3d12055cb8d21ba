package io.shardstream.ittests.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.http.Tokens;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.ProxiedCluster;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.process.FreePorts;
import io.shardstream.localcluster.search.SearchServerVersion;
import io.shardstream.workload.load.Articles;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// The README's pictures of a run with real servers, one of which answers each bulk late. `etc/pictures` runs it.
@NeedsChromium
@RealServers
class RealPictures {
    private static final int DOCUMENTS = Integer.getInteger("shardstream.pictures.docs", 150_000);
    private static final Duration DELAY = Duration.ofMillis(Integer.getInteger("shardstream.pictures.delay", 1000));
    private static final int NODES = 3;
    private static final int LANES_PER_NODE = 4;
    private static final String SLOW = "node-2";
    private static final String TOKEN = "a-token-for-these-pictures-and-nothing-else";
    /// So that the charts show something.
    private static final Duration SHOWN = Duration.ofSeconds(40);

    private final int port = new FreePorts(new Random()).next();
    private final Rest api = new Rest(URI.create("http://127.0.0.1:" + port));

    @Test
    void ofThePageAndOfTheTerminal() {
        try (ProxiedCluster cluster = ProxiedCluster.start(SearchServerVersion.standard(), NODES, 768);
                CopyRun run = CopyRun.on(cluster)
                        .withSource("\"number_of_shards\":3", "{}")
                        .holding(new Articles(1).stream(DOCUMENTS))
                        .withTarget("""
                        replicas: 0
                        settings:
                          index.routing.allocation.total_shards_per_node: %d\
                        """.formatted(LANES_PER_NODE))
                        .withWriter("bulk-bytes: 256kb\nbulks-in-flight: 4")
                        .intoShards(NODES * LANES_PER_NODE);
                Chromium chromium = Chromium.start();
                Tab tab = Pictures.tab(chromium)) {
            cluster.proxies().getLast().delay(exchange -> exchange.endsWith("_bulk"), DELAY);
            // As where somebody may pause the run from the page, so that it does not say that nobody may.
            var _ = run.start(Map.of(Tokens.OPERATOR_VARIABLE, TOKEN), "control", "--http", Integer.toString(port));
            var _ = run.start("reader");
            var _ = run.start("writer");
            await(this::isTold);
            var _ = RunPage.open(tab, URI.create(api.server() + "/"));
            long begun = System.nanoTime();
            await(() -> bottleneck().equals(SLOW) && System.nanoTime() - begun > SHOWN.toNanos());

            Pictures.page(tab);
            int code = run.command(
                            "watch",
                            "--once",
                            "--size",
                            Pictures.COLUMNS + "x" + Pictures.ROWS,
                            "--picture",
                            Pictures.terminal().toString())
                    .code();

            assertThat(code).isEqualTo(ExitCodes.INCOMPLETE);
            assertThat(bottleneck()).isEqualTo(SLOW);
        }
    }

    private boolean isTold() {
        return api.send("GET", "/v1/run", "").isOk();
    }

    private String bottleneck() {
        return api.get("/v1/run").at("/bottleneck/node").asString("");
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptionsInstanceOf(UncheckedIOException.class)
                .until(condition);
    }
}
