package io.shardstream.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.http.Listening;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.Bottleneck;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.Flow;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
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

    @Test
    void whoStaysWhenTheRunIsCompleteSeesWhatComesAfterThat() throws Exception {
        BlockingQueue<RunView> next = new SynchronousQueue<>();
        http.finish(() -> Optional.of(taking(next)), Duration.ZERO);
        assertThat(ask("/readyz").statusCode()).isEqualTo(200);
        assertThat(ask("/v1/run").body()).contains("run cities was complete, and Kafka has nothing of it any more");

        RefusedWrites rollback = new RefusedWrites(
                true, "cities-v2", Optional.empty(), Instant.EPOCH, "a rollback", "'rollback' goes on with it.");
        next.put(view("completed", Optional.of(rollback)));
        // Taken when the one before was seen.
        next.put(view("completed", Optional.of(rollback)));
        assertThat(ask("/v1/run").body()).contains("\"phase\":\"completed\"", "'rollback' goes on with it.");
        assertThat(ask("/metrics").body())
                .contains(
                        "reindex_writes_refused{run=\"cities\"} 1",
                        "reindex_phase{phase=\"completed\",run=\"cities\"} 1");

        next.put(view("aborted", Optional.empty()));
        next.put(view("aborted", Optional.empty()));
        assertThat(ask("/v1/run").body()).contains("\"phase\":\"aborted\"");
        assertThat(ask("/metrics").body()).contains("reindex_writes_refused{run=\"cities\"} 0");
    }

    @Test
    void whatItLooksWithIsClosedWithIt() throws Exception {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        try (ControlHttp other = ControlHttp.start(HERE, RunFile.ofText(RUN_FILE, "here", _ -> null))) {
            other.finish(() -> Optional.of(noting(events)), Duration.ofHours(1));
            assertThat(events.take()).isEqualTo("look");
        }

        assertThat(events).containsExactly("close");
    }

    private static EndedLook noting(BlockingQueue<String> events) {
        return new EndedLook() {
            @Override
            public RunView look() {
                events.add("look");
                return view("completed", Optional.empty());
            }

            @Override
            public void close() {
                events.add("close");
            }
        };
    }

    private static EndedLook taking(BlockingQueue<RunView> views) {
        return new EndedLook() {
            @Override
            public RunView look() {
                try {
                    return views.take();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void close() {}
        };
    }

    static RunView view(String phase, Optional<RefusedWrites> refused) {
        Flow nothing = new Flow(0, 0, Rates.NONE, Rates.NONE);
        return new RunView(
                "cities",
                Instant.EPOCH,
                "cities",
                "cities-v2",
                new ControlTopicView(
                        phase,
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        Optional.empty(),
                        refused,
                        0),
                100,
                0,
                nothing,
                new BacklogView(0, 0, OptionalDouble.empty()),
                1,
                nothing,
                0,
                0,
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Bottleneck.NONE,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of());
    }

    private HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + http.address().getPort() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString(UTF_8));
        }
    }
}
