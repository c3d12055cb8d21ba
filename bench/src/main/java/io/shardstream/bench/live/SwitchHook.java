package io.shardstream.bench.live;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/// What `cutover.on-swap` calls: an address that tells clients to write to the target's cluster. Where source
/// and target are in two clusters, nothing else moves them.
final class SwitchHook implements AutoCloseable {
    private static final int DONE = 204;
    private static final int NO_BODY = -1;

    private final HttpServer server;

    private SwitchHook(HttpServer server) {
        this.server = server;
    }

    /// Serves until it is closed.
    ///
    /// @param clients who are told
    /// @param target where they write after that
    static SwitchHook start(ProductionAddress clients, URI target) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] _ = exchange.getRequestBody().readAllBytes();
            clients.moveTo(target);
            exchange.sendResponseHeaders(DONE, NO_BODY);
            exchange.close();
        });
        server.start();
        return new SwitchHook(server);
    }

    /// As it stands in the run file.
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/switch";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
