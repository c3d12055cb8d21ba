package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.ServerTls;
import io.shardstream.common.tls.TestCertificates;
import io.shardstream.common.tls.TlsFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.SocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of an answer when whoever asked stays and does not read it.
@Timeout(120)
class UnreadAnswersTest {
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    /// More than the buffers on the way take.
    private static final int LONGEST = 32 << 20;

    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private Optional<HttpService> service = Optional.empty();

    @AfterEach
    void close() {
        service.ifPresent(HttpService::close);
    }

    /// Its thread would wait for ever, and with it what it holds, such as one of the places of those who look.
    @ParameterizedTest
    @CsvSource({"false, /long", "false, /stream", "true, /long", "true, /stream"})
    void whatAnswersSomebodyWhoDoesNotReadIsEnded(boolean byTls, String path) throws Exception {
        start(byTls);
        SocketFactory sockets = byTls ? TestCertificates.client().getSocketFactory() : SocketFactory.getDefault();
        int port = service.orElseThrow().address().getPort();
        try (Socket client = sockets.createSocket("localhost", port)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(request.getBytes(UTF_8));
            assertThat(client.getInputStream().read()).isEqualTo('H');

            assertThat(ended.take()).isEqualTo(path);
        }
    }

    private void start(boolean byTls) throws IOException {
        IdentityFiles identity =
                new IdentityFiles(TestCertificates.file("server.crt"), TestCertificates.file("server.key"));
        Optional<ServerTls> tls = byTls
                ? Optional.of(ServerTls.of(new TlsFiles(identity, Optional.empty()), InstantSource.system()))
                : Optional.empty();
        service = Optional.of(HttpService.start(
                new Listening(HERE, Tokens.NONE, tls, Set.of()),
                List.of(
                        Route.get("/long", AccessPolicy.OPEN, this::longest),
                        Route.get("/stream", AccessPolicy.OPEN, this::stream)),
                new WriteLimit(Duration.ofMillis(500))));
    }

    private void longest(Exchange exchange) throws IOException {
        try {
            exchange.send(200, "text/plain", new byte[LONGEST]);
        } finally {
            ended.add(exchange.path());
        }
    }

    private void stream(Exchange exchange) throws IOException {
        try (OutputStream out = exchange.stream("text/event-stream")) {
            while (exchange.wantsBody()) {
                out.write(": still here\n\n".getBytes(UTF_8));
                out.flush();
            }
        } finally {
            ended.add(exchange.path());
        }
    }
}
