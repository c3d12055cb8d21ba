package io.shardstream.control.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import io.shardstream.control.target.TargetReplicas;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunEndingTest {
    private static final RunState WHOLE = RunStates.state(List.of(9L, 4L), List.of(10L, 5L), List.of(10L, 5L));

    private HttpServer node;
    private ElasticCluster target;
    private RunEnding ending;
    private volatile String blocks = "";
    private volatile boolean saysNothing;

    @BeforeEach
    void start() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", this::answer);
        node.start();
        target = ElasticCluster.of(ElasticSettings.open(
                "target",
                List.of(URI.create("http://127.0.0.1:" + node.getAddress().getPort())),
                Duration.ofSeconds(20),
                "test"));
        Prepared run = new Prepared(RunStates.PLAN, new TargetOriginals(null), false);
        ending = new RunEnding(
                run,
                target,
                target,
                ReplicasAtEnd.of(RunStates.PLAN, TargetReplicas.AS_SOURCE, target, target, () -> Instant.EPOCH),
                () -> Instant.EPOCH);
    }

    @AfterEach
    void stop() {
        target.close();
        node.stop(0);
    }

    @Test
    void aTargetThatIsGoneIsForAPersonToLookAt() {
        assertThatThrownBy(() -> ending.isReady(WHOLE))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("is gone");
    }

    @Test
    void aTargetThatAStartingNodeDoesNotKnowYetIsAskedAgain() {
        blocks = "\"global\":{\"1\":{\"description\":\"state not recovered / initialized\"}}";

        assertThat(ending.isReady(WHOLE)).isFalse();
    }

    /// C-26.
    @Test
    void anAnswerThatSaysNothingOfTheTargetIsNoOtherTarget() {
        saysNothing = true;

        assertThat(ending.isReady(WHOLE)).isFalse();
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean state = exchange.getRequestURI().getPath().startsWith("/_cluster/state/");
        byte[] answer = (state
                        ? "{\"cluster_name\":\"c\",\"blocks\":{" + blocks + "},\"metadata\":{\"indices\":{}}}"
                        : saysNothing
                                ? "{}"
                                : "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index\"}}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(state || saysNothing ? 200 : 404, answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }
}
