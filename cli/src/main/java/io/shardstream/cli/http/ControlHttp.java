package io.shardstream.cli.http;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.api.ControlApi;
import io.shardstream.control.api.RunStream;
import io.shardstream.control.api.SteeringRoutes;
import io.shardstream.control.completion.ControlService;
import io.shardstream.control.metrics.RunMetrics;
import io.shardstream.control.page.PageFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What a process answers over HTTP that controls a run or stands by to do so: the page, the API, and its figures.
public final class ControlHttp implements AutoCloseable {
    private final Metrics metrics;
    private final List<Metrics.Registration> told;
    private final HttpService service;

    private ControlHttp(Metrics metrics, List<Metrics.Registration> told, HttpService service) {
        this.metrics = metrics;
        this.told = told;
        this.service = service;
    }

    /// Starts to listen.
    ///
    /// @param kafka the connection of this process, whose clients are measured
    /// @param parts has the readers and writers of this process tell what they do
    /// @throws IOException if the port is taken, or the address is none of this machine
    public static ControlHttp start(
            Listening where,
            RunFile run,
            ControlService control,
            KafkaConnection kafka,
            Function<Metrics, Metrics.Registration> parts)
            throws IOException {
        Metrics metrics = new Metrics(run.name());
        List<Metrics.Registration> told = List.of(
                metrics.add(new RunMetrics(control::view, control::said, run.throttle())),
                metrics.add(kafka.clients()),
                parts.apply(metrics));
        ControlApi api = new ControlApi(
                run.name(),
                control::view,
                control::ledger,
                new RunStream(control::view, Thread::sleep),
                new SteeringRoutes(Connections.steering(run)));
        List<Route> routes = new ArrayList<>(ProcessRoutes.of(metrics));
        routes.addAll(api.routes());
        routes.addAll(PageFiles.routes());
        try {
            return new ControlHttp(metrics, told, HttpService.start(where, routes));
        } catch (IOException e) {
            told.forEach(Metrics.Registration::close);
            metrics.close();
            throw e;
        }
    }

    @Override
    public void close() {
        service.close();
        told.forEach(Metrics.Registration::close);
        metrics.close();
    }
}
