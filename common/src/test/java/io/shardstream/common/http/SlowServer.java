package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A service in a process of its own, since the JDK's server reads its limits once: says its port, and ends when its
/// input does.
final class SlowServer {
    /// More than the buffers on the way take.
    static final int LONGEST = 32 << 20;

    private SlowServer() {}

    public static void main(String[] arguments) throws Exception {
        Listening here = new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty());
        HttpService service = HttpService.start(
                here,
                List.of(
                        Route.get("/stream", AccessPolicy.OPEN, SlowServer::stream),
                        Route.get("/long", AccessPolicy.OPEN, SlowServer::longest)),
                new WriteLimit(Duration.ofMillis(Long.getLong("patience", 30_000))));
        System.out.println(service.address().getPort());
        while (System.in.read() >= 0) {}
        service.close();
    }

    private static void longest(Exchange exchange) throws IOException {
        exchange.send(200, "text/plain", new byte[LONGEST]);
    }

    /// Waits for whoever takes it.
    private static void stream(Exchange exchange) throws IOException {
        try (OutputStream out = exchange.stream("text/event-stream")) {
            while (exchange.wantsBody()) {
                out.write(": still here\n\n".getBytes(UTF_8));
                out.flush();
            }
        }
    }
}
