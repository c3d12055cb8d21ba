package io.shardstream.common.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.tls.ServerTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers over HTTP.
///
/// On a loopback address it answers only requests that are addressed to such a name, so that no page that somebody
/// looks at can ask by way of a name of its own. Each change, and each refusal of one, is a line of the [Audit].
public final class HttpService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpService.class);
    private static final int BACKLOG = ConnectionLimits.CONNECTIONS;
    private static final Logger AUDIT = LoggerFactory.getLogger(Audit.class);
    private static final Pattern LOOPBACK = Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

    private final HttpServer server;
    private final ExecutorService threads;
    private final OpenConnections open;
    private final Entrance entrance;
    private final Listening where;
    private final Admission admission;
    private final List<Route> routes;
    private final Audit audit;

    private HttpService(
            HttpServer server,
            ExecutorService threads,
            OpenConnections open,
            Entrance entrance,
            Listening where,
            List<Route> routes,
            Audit audit) {
        this.server = server;
        this.threads = threads;
        this.open = open;
        this.entrance = entrance;
        this.where = where;
        this.admission = new Admission(where);
        this.routes = routes;
        this.audit = audit;
    }

    /// Starts to listen.
    ///
    /// @throws IOException if the port is taken, or the address is none of this machine
    public static HttpService start(Listening where, List<Route> routes) throws IOException {
        return start(where, routes, WriteLimit.USUAL);
    }

    static HttpService start(Listening where, List<Route> routes, WriteLimit limit) throws IOException {
        return start(where, routes, new Audit(InstantSource.system(), AUDIT::info), limit);
    }

    static HttpService start(Listening where, List<Route> routes, Audit audit) throws IOException {
        return start(where, routes, audit, WriteLimit.USUAL);
    }

    private static HttpService start(Listening where, List<Route> routes, Audit audit, WriteLimit limit)
            throws IOException {
        HttpService service;
        try (HalfMade made = new HalfMade()) {
            service = of(made, where, routes, audit, limit);
            service.server.start();
            service.entrance.start();
            made.keep();
        }
        if (where.tellsTokens()) {
            LOG.warn(
                    "Tokens for {} are sent as plain text, which others on the way can read: give --http-tls-cert and"
                            + " --http-tls-key, or put a proxy with TLS in front",
                    where.address());
        }
        return service;
    }

    private static HttpService of(HalfMade made, Listening where, List<Route> routes, Audit audit, WriteLimit limit)
            throws IOException {
        ServerSocket door = made.part(Entrance.door(where.address()));
        HttpServer server = where.tls().isPresent() ? HttpsServer.create() : HttpServer.create();
        made.part(server, () -> server.stop(0));
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        OpenConnections open = new OpenConnections(ConnectionLimits.CONNECTIONS, ConnectionLimits.FREE);
        Entrance entrance = new Entrance(door, server.getAddress(), threads, open, limit);
        where.tls().ifPresent(tls -> {
            ((HttpsServer) server).setHttpsConfigurator(configurator(tls, entrance, audit));
            LOG.info("{} shows {}", where.address(), tls);
        });
        HttpService service = new HttpService(server, threads, open, entrance, where, List.copyOf(routes), audit);
        server.setExecutor(threads);
        server.createContext("/", service::answer);
        return service;
    }

    static {
        // Before the first server is made, which reads them once.
        ConnectionLimits.set();
    }

    private static HttpsConfigurator configurator(ServerTls tls, Entrance entrance, Audit audit) {
        SSLContext context = tls.context((subject, port, why) -> audit.refusedCertificate(
                subject, entrance.connection(port).map(OpenConnection::host).orElse("nobody known"), why));
        return new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters connection) {
                connection.setSSLParameters(tls.parameters(context));
            }
        };
    }

    /// Where it listens.
    public InetSocketAddress address() {
        return entrance.address();
    }

    private void answer(HttpExchange raw) throws IOException {
        try (raw) {
            Optional<OpenConnection> connection =
                    entrance.connection(raw.getRemoteAddress().getPort());
            // Whoever comes by another way has no place.
            if (connection.isPresent()) {
                answer(raw, connection.get());
            }
        }
    }

    private void answer(HttpExchange raw, OpenConnection connection) throws IOException {
        open.happened(connection);
        try {
            answer(new Exchange(raw, connection, admission));
        } finally {
            open.answered(connection);
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
        Optional<String> ambiguity = exchange.ambiguity();
        if (ambiguity.isPresent()) {
            exchange.problem(400, ambiguity.get());
            return;
        }
        List<Route> here = routes.stream()
                .filter(route -> route.path().equals(exchange.path()))
                .toList();
        Optional<Route> route =
                here.stream().filter(one -> one.answers(exchange.method())).findFirst();
        if (here.isEmpty()) {
            exchange.problem(404, "nothing is here");
        } else if (route.isEmpty()) {
            String methods = here.stream().flatMap(Route::methods).collect(Collectors.joining(", "));
            exchange.setHeader("Allow", methods);
            exchange.problem(405, "only " + methods + " is known here");
        } else {
            answer(exchange, route.get());
        }
    }

    private void answer(Exchange exchange, Route route) throws IOException {
        Optional<HttpRefusal> refusal = exchange.refusal(route.access());
        if (refusal.isPresent()) {
            exchange.refuse(refusal.get());
            // A browser asks before it has a token, too.
            if (route.access() == AccessPolicy.CHANGE
                    || exchange.header("Authorization").isPresent()) {
                audit.refused(exchange, exchange.caller());
            }
        } else {
            if (route.access() != AccessPolicy.OPEN) {
                open.keep(exchange.connection());
            }
            try {
                answerAllowed(exchange, route);
            } finally {
                if (route.access() == AccessPolicy.CHANGE) {
                    audit.asked(exchange, exchange.caller());
                } else if (triesTokens(exchange)) {
                    audit.triedToken(exchange, exchange.caller());
                }
            }
        }
    }

    /// What everybody may ask for can be asked with tokens, too, to find out which are known.
    private boolean triesTokens(Exchange exchange) {
        return !where.tokens().isEmpty()
                && Tokens.isGivenIn(exchange.header("Authorization"))
                && exchange.caller().byToken() == Role.NOBODY;
    }

    private static void answerAllowed(Exchange exchange, Route route) throws IOException {
        try {
            route.answering().answer(exchange);
        } catch (RuntimeException e) {
            LOG.warn("A request for {} could not be answered", exchange.path(), e);
            exchange.problem(500, "that went wrong here; the log of this process says why");
        }
    }

    @Override
    public void close() {
        entrance.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
