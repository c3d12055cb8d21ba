package io.shardstream.cli.run;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.Route;
import io.shardstream.common.metrics.Metrics;
import java.util.List;

/// What every process answers: `/healthz` with 200 while it works, whatever the run does, and `/metrics`.
final class ProcessRoutes {
    private ProcessRoutes() {}

    public static List<Route> of(Metrics metrics) {
        return List.of(
                Route.get("/healthz", AccessPolicy.OPEN, Exchange::ok),
                Route.get(
                        "/metrics",
                        AccessPolicy.READ,
                        exchange -> exchange.send(200, Metrics.CONTENT_TYPE, metrics.scrape())));
    }
}
