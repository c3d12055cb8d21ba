package io.shardstream.control.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.control.ledger.LedgerSums;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP API of a process that controls a run or stands by to do so. It tells and changes nothing.
///
/// | path | answer |
/// | --- | --- |
/// | `/healthz` | 200 while the process works |
/// | `/v1/ledger` | 200 with the ledger as JSON, or 503 where another process keeps it or it is being restored |
///
/// It listens on addresses of this machine alone, and answers requests only that are addressed to such a name, so that
/// no page that somebody looks at can ask by way of a name of its own.
public final class ControlApi implements AutoCloseable {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int BACKLOG = 16;
    private static final Pattern LOOPBACK = Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

    private final HttpServer server;
    private final ExecutorService threads;

    private ControlApi(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /// Starts to listen.
    ///
    /// @param address a loopback address; port 0 for any that is free
    /// @param run its name
    /// @throws IllegalArgumentException if the address is not of this machine alone
    /// @throws IOException if the port is taken
    public static ControlApi start(InetSocketAddress address, String run, Supplier<Optional<LedgerSums>> ledger)
            throws IOException {
        if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("not an address of this machine alone: " + address.getHostString());
        }
        HttpServer server = HttpServer.create(address, BACKLOG);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(exchange, run, ledger);
            }
        });
        server.start();
        return new ControlApi(server, threads);
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private static void answer(HttpExchange exchange, String run, Supplier<Optional<LedgerSums>> ledger)
            throws IOException {
        if (!isOfThisMachine(exchange.getRequestHeaders().getFirst("Host"))) {
            problem(exchange, 403, "ask by an address of this machine, such as localhost");
        } else if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            problem(exchange, 405, "only GET is known here");
        } else {
            switch (exchange.getRequestURI().getPath()) {
                case "/healthz" -> send(exchange, 200, "{\"status\":\"ok\"}".getBytes(UTF_8));
                case "/v1/ledger" -> {
                    Optional<LedgerSums> sums = ledger.get();
                    if (sums.isPresent()) {
                        send(exchange, 200, LedgerJson.of(run, sums.get()));
                    } else {
                        problem(
                                exchange,
                                503,
                                "another process controls run " + run + ", or its ledger is not restored yet");
                    }
                }
                default -> problem(exchange, 404, "nothing is here; try /v1/ledger");
            }
        }
    }

    private static boolean isOfThisMachine(@Nullable String host) {
        return host != null && LOOPBACK.matcher(host).matches();
    }

    private static void problem(HttpExchange exchange, int status, String sentence) throws IOException {
        send(
                exchange,
                status,
                MAPPER.writeValueAsBytes(MAPPER.createObjectNode().put("error", sentence)));
    }

    private static void send(HttpExchange exchange, int status, byte[] json) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
