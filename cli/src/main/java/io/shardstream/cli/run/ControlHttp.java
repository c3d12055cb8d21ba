package io.shardstream.cli.run;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.metrics.Metrics;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.console.ControlProcess;
import io.shardstream.control.console.api.EndedRunMetrics;
import io.shardstream.control.console.api.PageFiles;
import io.shardstream.control.console.api.RunApi;
import io.shardstream.control.console.api.RunMetrics;
import io.shardstream.control.console.api.RunStream;
import io.shardstream.control.console.api.SteeringRoutes;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.console.view.RunView;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a process answers over HTTP that controls a run or stands by to do so: the page, the API, and its
/// figures.
///
/// It answers for as long as the process lasts, so that nobody who watches it starts a process again that
/// waits for Kafka to let it in: while no service is shown it is healthy and not ready, and nothing is known
/// of the run.
final class ControlHttp implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final RunFile run;
    private final Metrics metrics;
    private final HttpService service;
    /// Written by who starts and closes services, read by who answers.
    private volatile @Nullable ControlProcess shown;
    /// What was seen last of a run that is complete; empty before, and where Kafka has nothing of it any more.
    private volatile Optional<RunView> last = Optional.empty();
    private volatile boolean isFinished;
    private @Nullable LoopRunner looking;

    private ControlHttp(Listening where, RunFile run, Metrics metrics) throws IOException {
        this.run = run;
        this.metrics = metrics;
        RunApi api = new RunApi(
                run.name(),
                this::view,
                this::ledger,
                new RunStream(this::view, Thread::sleep),
                new SteeringRoutes(Connections.steering(run, Connections.kafka(run))),
                () -> isFinished);
        List<Route> routes = new ArrayList<>(ProcessRoutes.of(metrics));
        routes.addAll(api.routes());
        routes.addAll(PageFiles.routes());
        this.service = HttpService.start(where, routes);
    }

    /// Starts to listen; nothing is known of the run yet.
    ///
    /// @throws IOException if the port is taken, or the address is none of this machine
    public static ControlHttp start(Listening where, RunFile run) throws IOException {
        try (HalfMade made = new HalfMade()) {
            ControlHttp http = new ControlHttp(where, run, made.part(new Metrics(run.name())));
            made.keep();
            return http;
        }
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return service.address();
    }

    /// Tells of the run what this service knows, from now on.
    ///
    /// @param kafka the connection of this process, whose clients are measured
    /// @param parts has the readers and writers of this process tell what they do
    /// @return ends that
    public Metrics.Registration shows(
            ControlProcess control, KafkaConnection kafka, Function<Metrics, Metrics.Registration> parts) {
        List<Metrics.Registration> told = List.of(
                metrics.add(new RunMetrics(control::view, control::said, run.throttle(), InstantSource.system())),
                metrics.add(kafka.clients()),
                parts.apply(metrics));
        shown = control;
        return () -> {
            last = control.view();
            shown = null;
            told.forEach(Metrics.Registration::close);
        };
    }

    private Optional<RunView> view() {
        ControlProcess control = shown;
        if (control != null) {
            return control.view();
        }
        return isFinished ? last : Optional.empty();
    }

    /// There is nothing to do any more: the process is ready for good, and shows how the run stands now. To
    /// be called once, by the thread that closes this.
    ///
    /// @param look opens a look at the run, with which it is looked at every five seconds until one fails;
    ///     empty if Kafka has nothing of the run any more
    public void finish(Supplier<Optional<EndedLook>> look) {
        finish(look, BETWEEN_LOOKS);
    }

    void finish(Supplier<Optional<EndedLook>> look, Duration betweenLooks) {
        isFinished = true;
        var _ = metrics.add(new EndedRunMetrics(() -> last, InstantSource.system()));
        looking = LoopRunner.start(new EndedRun(look, seen -> last = seen, EndedRun::warn), betweenLooks);
    }

    private LedgerState ledger() {
        ControlProcess control = shown;
        return control == null ? new LedgerState.Elsewhere() : control.ledger();
    }

    @Override
    public void close() {
        LoopRunner looks = looking;
        if (looks != null) {
            looks.close();
        }
        service.close();
        metrics.close();
    }
}
