package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.RunState;
import io.shardstream.control.state.RunStates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private volatile boolean takesAliases;
    private final List<String> aliasCalls = new CopyOnWriteArrayList<>();

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
                "x",
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

    /// A writer that was frozen meanwhile finds nothing to write through.
    @Test
    void theWriteAliasOfACopyThatHasEndedIsTakenAway() {
        takesAliases = true;

        ending.ended();

        assertThat(aliasCalls)
                .containsExactly("{\"actions\":[{\"remove\":{\"index\":\"cities-v2\",\"alias\":\""
                        + RunStates.PLAN.writeAlias()
                        + "\",\"must_exist\":true}},{\"add\":{\"index\":\"cities-v2\",\"alias\":\"Shardstream-x-Done-"
                        + RunStates.PLAN.id() + "\"}}]}");
    }

    /// As by the process that ends with the run.
    @Test
    void whoIsToldToEndMeanwhileTakesItAwayFirst() {
        takesAliases = true;
        Thread.currentThread().interrupt();

        ending.ended();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(aliasCalls).hasSize(1);
    }

    @Test
    void aTargetThatDoesNotTakeTheAliasAwayIsAskedAgainAndThenLeft() {
        ending.ended();

        assertThat(aliasCalls).hasSize(3);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (exchange.getRequestURI().getPath().equals("/_aliases")) {
            aliasCalls.add(body);
            send(exchange, takesAliases ? 200 : 503, "{\"acknowledged\":true}");
            return;
        }
        boolean state = exchange.getRequestURI().getPath().startsWith("/_cluster/state/");
        String answer = state
                ? "{\"cluster_name\":\"c\",\"blocks\":{" + blocks + "},\"metadata\":{\"indices\":{}}}"
                : saysNothing
                        ? "{}"
                        : "{\"error\":{\"type\":\"index_not_found_exception\",\"reason\":\"no such index\"}}";
        send(exchange, state || saysNothing ? 200 : 404, answer);
    }

    private static void send(HttpExchange exchange, int status, String answer) throws IOException {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
