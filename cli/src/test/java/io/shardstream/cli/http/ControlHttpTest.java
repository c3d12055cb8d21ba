package io.shardstream.cli.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.http.Listening;
import io.shardstream.common.runfile.RunFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A process that is to control a run, before it does and while Kafka does not let it in.
class ControlHttpTest {
    private static final Listening HERE =
            new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty());
    private static final String RUN_FILE = """
            run: cities
            kafka: { bootstrap: "127.0.0.1:1" }
            source: { nodes: "http://127.0.0.1:1", index: cities }
            target: { nodes: "http://127.0.0.1:1", index: cities-v2 }
            """;

    private ControlHttp http;

    @BeforeEach
    void start() throws Exception {
        http = ControlHttp.start(HERE, RunFile.ofText(RUN_FILE, "here", _ -> null));
    }

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void itIsHealthySoThatNobodyStartsItAgain() throws Exception {
        assertThat(ask("/healthz").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/readyz", "/v1/run"})
    void itIsNotReadyAndKnowsNothingOfTheRun(String path) throws Exception {
        HttpResponse<String> answer = ask(path);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("nothing is known of run cities: Kafka has not answered yet");
    }

    @Test
    void itKeepsNoLedgerAndTellsFiguresOfItsOwn() throws Exception {
        assertThat(ask("/v1/ledger").statusCode()).isEqualTo(503);
        assertThat(ask("/metrics").body()).contains("run=\"cities\"");
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + http.address().getPort() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString(UTF_8));
        }
    }
}
