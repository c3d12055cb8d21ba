package io.shardstream.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.http.Listening;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.pace.Limiter;
import io.shardstream.writer.send.NodeFigures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartHttpTest {
    private static final Listening HERE =
            new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty());
    private static final KafkaConnection NOWHERE = new KafkaConnection("127.0.0.1:1", Map.of());

    private final PartHttp http;

    /// A writer that holds some lanes.
    private record FakeWriter(int assigned, ControlRecords said) implements RunningPart {
        @Override
        public Optional<String> refused() {
            return Optional.empty();
        }

        @Override
        public Map<Limiter, Long> heldBack() {
            return Map.of();
        }

        @Override
        public List<NodeFigures> nodes() {
            return List.of();
        }

        @Override
        public String name() {
            return "writer";
        }

        @Override
        public CompletableFuture<Void> end() {
            return new CompletableFuture<>();
        }

        @Override
        public String progress() {
            return "";
        }

        @Override
        public Optional<Limiter> limitedBy() {
            return Optional.empty();
        }

        @Override
        public Metrics.Registration measuredBy(Metrics metrics) {
            return metrics.add(to -> to.add(Metric.ASSIGNED, assigned, name()));
        }

        @Override
        public void stop() {}

        @Override
        public void close() {}
    }

    PartHttpTest() throws IOException {
        http = PartHttp.start(HERE, "cities");
    }

    @AfterEach
    void close() {
        http.close();
    }

    @Test
    void itIsHealthyButNotReadyBeforeTheRunIsPrepared() throws Exception {
        assertThat(ask("/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> readiness = ask("/readyz");
        assertThat(readiness.statusCode()).isEqualTo(503);
        assertThat(readiness.body())
                .isEqualTo("{\"ready\":false,\"why\":\"the run is not prepared yet,"
                        + " or Kafka does not let this process in\"}");
    }

    @Test
    void whoStaysWhenTheRunIsCompleteIsReadyForGood() throws Exception {
        shows(new FakeWriter(0, ControlRecords.NONE)).close();

        http.finish();

        HttpResponse<String> readiness = ask("/readyz");
        assertThat(readiness.statusCode()).isEqualTo(200);
        assertThat(readiness.body()).isEqualTo("{\"ready\":true,\"finished\":true}");
    }

    @Test
    void itIsReadyWhileItsPartWorksWithoutLanesToo() throws Exception {
        Metrics.Registration shown = shows(new FakeWriter(0, ControlRecords.NONE));
        HttpResponse<String> readiness = ask("/readyz");
        assertThat(readiness.statusCode()).isEqualTo(200);
        assertThat(readiness.body())
                .isEqualTo("{\"ready\":true,\"part\":\"writer\",\"assigned\":0,\"paused\":false,\"blocked\":[]}");

        shown.close();
        assertThat(ask("/readyz").statusCode()).isEqualTo(503);
    }

    @Test
    void aRunThatWaitsForAPersonIsReadyAndSaysSoWithoutTheReason() throws Exception {
        Blocked blocked = new Blocked(Blocked.REJECTS, "17 documents of index secret are rejected", Instant.EPOCH);
        Pause pause = new Pause("", Instant.EPOCH);
        var _ = shows(new FakeWriter(
                2,
                new ControlRecords(Map.of(Blocked.key(Blocked.REJECTS), blocked.encode(), Pause.KEY, pause.encode()))));

        HttpResponse<String> readiness = ask("/readyz");
        assertThat(readiness.statusCode()).isEqualTo(200);
        assertThat(readiness.body())
                .isEqualTo(
                        "{\"ready\":true,\"part\":\"writer\",\"assigned\":2,\"paused\":true,\"blocked\":[\"rejects\"]}");
    }

    @Test
    void theFiguresOfItsPartAreToldInPrometheusFormat() throws Exception {
        var _ = shows(new FakeWriter(3, ControlRecords.NONE));

        HttpResponse<String> metrics = ask("/metrics");
        assertThat(metrics.statusCode()).isEqualTo(200);
        assertThat(metrics.headers().firstValue("Content-Type")).contains(Metrics.CONTENT_TYPE);
        assertThat(metrics.body()).contains("reindex_assigned{part=\"writer\",run=\"cities\"} 3.0");
    }

    /// Whoever else controls the run may be away just then, or be what is blocked.
    @Test
    void whatWaitsForAPersonIsToldForAsLongAsTheControlTopicSaysSo() throws Exception {
        Blocked blocked = new Blocked("control", "3 documents are missing", Instant.EPOCH);
        Metrics.Registration shown =
                shows(new FakeWriter(2, new ControlRecords(Map.of(Blocked.key("control"), blocked.encode()))));
        assertThat(ask("/metrics").body()).contains("reindex_blocked{part=\"control\",run=\"cities\"} 1.0");

        shown.close();
        assertThat(ask("/metrics").body()).doesNotContain("reindex_blocked");
    }

    private Metrics.Registration shows(RunningPart part) {
        return http.shows(part, NOWHERE.clients());
    }

    private HttpResponse<String> ask(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + http.address().getPort() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString(UTF_8));
        }
    }
}
