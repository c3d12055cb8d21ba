package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shardstream.common.runfile.Secret;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers over HTTP.
///
/// On a loopback address it answers only requests that are addressed to such a name, so that no page that somebody
/// looks at can ask by way of a name of its own. A token comes as `Authorization: Bearer …`, which no other page can
/// send either.
public final class HttpService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);
    private static final int BACKLOG = 16;
    private static final String BEARER = "Bearer ";
    private static final Pattern LOOPBACK = Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

    private final HttpServer server;
    private final ExecutorService threads;
    private final Listening where;
    private final List<Route> routes;

    private HttpService(HttpServer server, ExecutorService threads, Listening where, List<Route> routes) {
        this.server = server;
        this.threads = threads;
        this.where = where;
        this.routes = routes;
    }

    /// Starts to listen.
    ///
    /// @throws IOException if the port is taken, or the address is none of this machine
    public static HttpService start(Listening where, List<Route> routes) throws IOException {
        HttpServer server = HttpServer.create(where.address(), BACKLOG);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpService service = new HttpService(server, threads, where, List.copyOf(routes));
        server.setExecutor(threads);
        server.createContext("/", service::answer);
        server.start();
        return service;
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange raw) throws IOException {
        try (raw) {
            Exchange exchange = new Exchange(raw);
            try {
                answer(exchange);
            } catch (RuntimeException e) {
                LOG.warn("A request for {} could not be answered", exchange.path(), e);
                exchange.problem(500, "that went wrong here; the log of this process says why");
            }
        }
    }

    private void answer(Exchange exchange) throws IOException {
        if (where.isOfThisMachine()
                && !exchange.header("Host")
                        .map(LOOPBACK::matcher)
                        .map(host -> host.matches())
                        .orElse(false)) {
            exchange.problem(403, "ask by an address of this machine, such as localhost");
            return;
        }
        List<Route> here = routes.stream()
                .filter(route -> route.path().equals(exchange.path()))
                .toList();
        Optional<Route> route = here.stream()
                .filter(one -> one.method().equals(exchange.method()))
                .findFirst();
        if (here.isEmpty()) {
            exchange.problem(404, "nothing is here");
        } else if (route.isEmpty()) {
            String methods = here.stream().map(Route::method).collect(Collectors.joining(", "));
            exchange.setHeader("Allow", methods);
            exchange.problem(405, "only " + methods + " is known here");
        } else if (isAllowed(exchange, route.get().access())) {
            route.get().answering().answer(exchange);
        }
    }

    private boolean isAllowed(Exchange exchange, Access access) throws IOException {
        boolean needsToken = switch (access) {
            case OPEN -> false;
            case READ -> !where.isOfThisMachine();
            case CHANGE -> true;
        };
        if (!needsToken || hasToken(exchange)) {
            return true;
        }
        if (where.token().isEmpty()) {
            exchange.problem(
                    403,
                    "nothing can be changed over HTTP, since this process has no token in the environment variable "
                            + Listening.TOKEN_VARIABLE);
        } else {
            exchange.setHeader("WWW-Authenticate", "Bearer");
            exchange.problem(401, "the token is needed, as Authorization: Bearer and the token");
        }
        return false;
    }

    private boolean hasToken(Exchange exchange) {
        Optional<byte[]> token = where.token().map(Secret::reveal).map(text -> text.getBytes(UTF_8));
        Optional<byte[]> given = exchange.header("Authorization")
                .filter(header -> header.startsWith(BEARER))
                .map(header -> header.substring(BEARER.length()).getBytes(UTF_8));
        // Takes as long for a token that is wrong in its first character as for one that is wrong in its last.
        return token.isPresent() && given.isPresent() && MessageDigest.isEqual(token.get(), given.get());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
