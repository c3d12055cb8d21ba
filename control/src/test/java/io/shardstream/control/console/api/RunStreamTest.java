package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.HttpService;
import io.shardstream.common.http.Listening;
import io.shardstream.common.http.Route;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.control.console.view.RunViews;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunStreamTest {
    private static final Sleeper UNTIL_CLOSED = _ -> new CountDownLatch(1).await();
    private static final Sleeper ENDED = _ -> {
        throw new InterruptedException();
    };

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void oneMoreThanMayLookAtOnceIsRefused() throws IOException {
        HttpService service = start(UNTIL_CLOSED);
        for (int i = 0; i < RunStream.MOST_AT_ONCE; i++) {
            assertThat(ask(service)).isEqualTo("HTTP/1.1 200 OK");
        }

        assertThat(ask(service)).isEqualTo("HTTP/1.1 503 Service Unavailable");
    }

    @Test
    void whoHasLeftMakesRoomForAnother() throws IOException {
        HttpService service = start(ENDED);
        for (int i = 0; i < RunStream.MOST_AT_ONCE; i++) {
            String _ = ask(service);
        }

        assertThat(ask(service)).isEqualTo("HTTP/1.1 200 OK");
    }

    private HttpService start(Sleeper sleeper) throws IOException {
        RunStream stream = new RunStream(() -> Optional.of(RunViews.empty()), sleeper);
        HttpService service = HttpService.start(
                new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty()),
                List.of(Route.get("/stream", AccessPolicy.OPEN, stream::answer)));
        open.add(service);
        return service;
    }

    /// The first line of the answer; the connection stays for as long as the test lasts.
    private String ask(HttpService service) throws IOException {
        return firstLine(connection(service));
    }

    private static String firstLine(Socket socket) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        return String.valueOf(lines.readLine());
    }

    private Socket connection(HttpService service) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), service.address().getPort());
        open.add(socket);
        socket.getOutputStream()
                .write("GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(UTF_8));
        return socket;
    }
}
