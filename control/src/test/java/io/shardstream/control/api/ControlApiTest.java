package io.shardstream.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.record.Checkpoint;
import io.shardstream.common.record.Outcome;
import io.shardstream.control.ledger.LaneAccount;
import io.shardstream.control.ledger.LedgerSums;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ControlApiTest {
    private Optional<LedgerSums> sums = Optional.empty();
    private ControlApi api;

    @BeforeEach
    void start() throws IOException {
        api = ControlApi.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "cities", () -> sums);
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void itIsHealthyAndKnowsNoOtherPaths() throws Exception {
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        assertThat(get("/v2/ledger").statusCode()).isEqualTo(404);
    }

    @Test
    void theLedgerIsThereWhenItIsKeptHere() throws Exception {
        assertThat(get("/v1/ledger").statusCode()).isEqualTo(503);

        LaneAccount lane = new LaneAccount();
        lane.add(new Outcome(0, 0, 9, 6, 2, 1, 900, 1, "http://127.0.0.1:9200"));
        lane.add(new Outcome(0, 12, 13, 1, 0, 0, 100, 1, "http://127.0.0.1:9200"));
        sums = Optional.of(
                new LedgerSums(Map.of(0, lane), Map.of(1, new Checkpoint("t", "i", "h", 1, 20, 9, 900)), Map.of()));
        HttpResponse<String> answer = get("/v1/ledger");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        JsonNode json = new JsonMapper().readTree(answer.body());
        assertThat(json.path("run").asString()).isEqualTo("cities");
        assertThat(json.at("/total/applied").asInt()).isEqualTo(6);
        assertThat(json.at("/total/exact").asBoolean()).isTrue();
        assertThat(json.at("/lanes/0/end").asInt()).isEqualTo(9);
        assertThat(json.at("/lanes/0/heard").asInt()).isEqualTo(13);
        assertThat(json.at("/shards/0/shard").asInt()).isEqualTo(1);
        assertThat(json.at("/shards/0/done").asInt()).isEqualTo(20);
    }

    @Test
    void nothingIsChangedThroughIt() throws Exception {
        HttpRequest post = HttpRequest.newBuilder(uri("/v1/ledger"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();

        assertThat(send(post).statusCode()).isEqualTo(405);
    }

    @Test
    void aPageElsewhereCannotAskByANameOfItsOwn() throws Exception {
        try (Socket socket =
                new Socket(api.address().getAddress(), api.address().getPort())) {
            socket.getOutputStream()
                    .write("GET /v1/ledger HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void itListensOnThisMachineAlone() {
        assertThatThrownBy(() -> ControlApi.start(new InetSocketAddress("0.0.0.0", 0), "cities", () -> sums))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + api.address().getPort() + path);
    }
}
