package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.http.Tokens;
import io.shardstream.common.runfile.Secret;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.SimulatedRun;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The page with a simulated run, for whoever works on it, without servers.
public final class SimulatedPage implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final SimulatedRun run;
    private final HttpService service;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final List<BlockingQueue<byte[]>> listeners = new CopyOnWriteArrayList<>();
    private volatile byte[] latest;

    private SimulatedPage(SimulatedRun run, int port, Optional<Secret> token) throws IOException {
        this.run = run;
        this.latest = RunViewJson.of(run.next());
        List<Route> routes = new ArrayList<>(PageFiles.routes());
        routes.add(Route.get("/v1/run", AccessPolicy.READ, exchange -> exchange.json(200, latest)));
        routes.add(Route.get("/v1/run/stream", AccessPolicy.READ, this::stream));
        routes.add(Route.get("/v1/access", AccessPolicy.OPEN, AccessAnswer::answer));
        routes.add(Route.post("/v1/pause", exchange -> {
            change(exchange, "paused", body -> run.pause(body.path("reason").asString("")));
        }));
        routes.add(Route.post("/v1/resume", exchange -> change(exchange, "the run goes on", _ -> run.resume())));
        routes.add(Route.post(
                "/v1/throttle",
                exchange -> change(exchange, "the limits are set", body -> run.throttle(limits(body)))));
        service = HttpService.start(
                new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), token), routes);
    }

    /// Serves a run at a port of this machine. It stands still but for [#second].
    ///
    /// @param warmUp seconds of the run that are over
    public static SimulatedPage standing(SimulatedRun run, int port, Optional<Secret> token, int warmUp)
            throws IOException {
        for (int second = 0; second < warmUp; second++) {
            var _ = run.next();
        }
        return new SimulatedPage(run, port, token);
    }

    /// Serves a run at a port of this machine.
    ///
    /// @param warmUp seconds of the run that are over
    /// @param pace milliseconds that a second of the run takes
    public static SimulatedPage start(SimulatedRun run, int port, Optional<Secret> token, int warmUp, int pace)
            throws IOException {
        SimulatedPage page = standing(run, port, token, warmUp);
        var _ = page.clock.scheduleAtFixedRate(page::second, pace, pace, TimeUnit.MILLISECONDS);
        return page;
    }

    /// Where it is.
    public InetSocketAddress address() {
        return service.address();
    }

    /// Lets a second of the run go by, which every page that listens hears.
    ///
    /// @return the run after it
    public synchronized RunView second() {
        RunView view = run.next();
        latest = RunViewJson.of(view);
        listeners.forEach(listener -> listener.add(latest));
        return view;
    }

    /// Serves until the process is ended: port, lanes, nodes, source shards, seconds that are over, and
    /// milliseconds that a second takes. A token from the environment lets the page pause the run and so on.
    public static void main(String[] arguments) throws Exception {
        int[] numbers = {8099, 24, 3, 6, 300, 1000};
        for (int i = 0; i < arguments.length; i++) {
            numbers[i] = Integer.parseInt(arguments[i]);
        }
        Optional<Secret> token = Optional.ofNullable(System.getenv(Tokens.OPERATOR_VARIABLE))
                .map(text -> new Secret("${env:" + Tokens.OPERATOR_VARIABLE + "}", text));
        SimulatedRun run = new SimulatedRun(7, numbers[1], numbers[2], numbers[3]);
        SimulatedPage page = start(run, numbers[0], token, numbers[4], numbers[5]);
        System.out.println("http://localhost:" + page.address().getPort() + "/");
        Thread.currentThread().join();
    }

    private void stream(Exchange exchange) throws IOException {
        BlockingQueue<byte[]> events = new LinkedBlockingQueue<>();
        events.add(latest);
        listeners.add(events);
        try (OutputStream out = exchange.stream("text/event-stream")) {
            while (true) {
                out.write("data: ".getBytes(UTF_8));
                out.write(events.take());
                out.write("\n\n".getBytes(UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            listeners.remove(events);
        }
    }

    private synchronized void change(Exchange exchange, String said, Change change) throws IOException {
        Optional<String> body = exchange.body();
        if (body.isPresent()) {
            change.make(MAPPER.readTree(body.get().isEmpty() ? "{}" : body.get()));
            exchange.said(said);
        }
    }

    private static Map<String, String> limits(JsonNode body) {
        Map<String, String> limits = new TreeMap<>();
        body.properties()
                .forEach(entry -> limits.put(entry.getKey(), entry.getValue().asString()));
        limits.values().removeIf("none"::equals);
        return body.path("reset").asBoolean(false) ? Map.of() : limits;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        service.close();
    }

    private interface Change {
        void make(JsonNode body);
    }
}
