package io.shardstream.cli.run;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaClients;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.metrics.Metric;
import io.shardstream.common.metrics.Metrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What a process with one reader or one writer answers over HTTP.
///
/// | path | answer |
/// | --- | --- |
/// | `/healthz` | 200 while the process works |
/// | `/readyz` | 200 while its part works, with how many shards or lanes it holds; 503 until the run is prepared, and
/// while Kafka does not let the process in; 200 with `finished` when the run is complete and the process
/// stays |
/// | `/metrics` | its figures, in Prometheus's text format |
///
/// A part is ready without shards or lanes too: others hold them, and it stands by. A run that is paused or
/// waits for a person, or a cluster that refuses, makes nobody unready: starting again would not help.
final class PartHttp implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Metrics metrics;
    private final HttpService service;
    /// Written by who starts and closes parts, read by who answers.
    private volatile @Nullable RunningPart part;
    private volatile boolean isFinished;

    private PartHttp(Listening where, Metrics metrics) throws IOException {
        this.metrics = metrics;
        List<Route> routes = new ArrayList<>(ProcessRoutes.of(metrics));
        routes.add(Route.get("/readyz", AccessPolicy.OPEN, this::readiness));
        this.service = HttpService.start(where, routes);
    }

    /// Starts to listen; no part works yet.
    ///
    /// @param run its name
    /// @throws IOException if the port is taken, or the address is none of this machine
    public static PartHttp start(Listening where, String run) throws IOException {
        try (HalfMade made = new HalfMade()) {
            PartHttp http = new PartHttp(where, made.part(new Metrics(run)));
            made.keep();
            return http;
        }
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return service.address();
    }

    /// Tells of this part from now on.
    ///
    /// @param kafka the clients that it uses
    /// @return ends that
    public Metrics.Registration shows(RunningPart works, KafkaClients kafka) {
        Metrics.Registration ofPart = works.measuredBy(metrics);
        Metrics.Registration ofKafka = metrics.add(kafka);
        // Whoever controls the run is away while it is blocked itself.
        Metrics.Registration ofRun =
                metrics.add(to -> works.said().blocked().forEach(blocked -> to.add(Metric.BLOCKED, 1, blocked.part())));
        part = works;
        return () -> {
            part = null;
            ofPart.close();
            ofKafka.close();
            ofRun.close();
        };
    }

    /// There is nothing to do any more: the process is ready for good.
    public void finish() {
        isFinished = true;
    }

    private void readiness(Exchange exchange) throws IOException {
        RunningPart works = part;
        boolean isReady = works != null || isFinished;
        ObjectNode answer = MAPPER.createObjectNode().put("ready", isReady);
        if (works == null && isFinished) {
            answer.put("finished", true);
        } else if (works == null) {
            answer.put("why", "the run is not prepared yet, or Kafka does not let this process in");
        } else {
            ControlRecords said = works.said();
            answer.put("part", works.name())
                    .put("assigned", works.assigned())
                    .put("paused", said.pause().isPresent());
            // Why is told by status: here everyone may ask.
            said.blocked().stream().map(Blocked::part).forEach(answer.putArray("blocked")::add);
        }
        exchange.json(isReady ? 200 : 503, MAPPER.writeValueAsBytes(answer));
    }

    @Override
    public void close() {
        service.close();
        metrics.close();
    }
}
