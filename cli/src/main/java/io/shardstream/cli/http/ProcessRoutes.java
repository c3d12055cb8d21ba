package io.shardstream.cli.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.http.Access;
import io.shardstream.common.http.Route;
import io.shardstream.common.metrics.Metrics;
import java.util.List;

/// What every process answers: `/healthz` with 200 while it works, whatever the run does, and `/metrics`.
public final class ProcessRoutes {
    private static final byte[] OK = "{\"status\":\"ok\"}".getBytes(UTF_8);

    private ProcessRoutes() {}

    public static List<Route> of(Metrics metrics) {
        return List.of(
                Route.get("/healthz", Access.OPEN, exchange -> exchange.json(200, OK)),
                Route.get(
                        "/metrics",
                        Access.READ,
                        exchange -> exchange.send(200, Metrics.CONTENT_TYPE, metrics.scrape())));
    }
}
