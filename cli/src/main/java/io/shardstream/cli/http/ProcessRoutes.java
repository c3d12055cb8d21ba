package io.shardstream.cli.http;

import io.shardstream.common.http.Access;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.Route;
import io.shardstream.common.metrics.Metrics;
import java.util.List;

/// What every process answers: `/healthz` with 200 while it works, whatever the run does, and `/metrics`.
public final class ProcessRoutes {
    private ProcessRoutes() {}

    public static List<Route> of(Metrics metrics) {
        return List.of(
                Route.get("/healthz", Access.OPEN, Exchange::ok),
                Route.get(
                        "/metrics",
                        Access.READ,
                        exchange -> exchange.send(200, Metrics.CONTENT_TYPE, metrics.scrape())));
    }
}
