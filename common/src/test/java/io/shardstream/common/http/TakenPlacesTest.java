package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is left of a port all of whose places others have taken.
@Timeout(600)
class TakenPlacesTest {
    private static final int MORE_THAN_THERE_ARE = ConnectionLimits.CONNECTIONS + 24;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private HttpService service;

    @BeforeEach
    void start() throws IOException {
        service = HttpService.start(
                new Listening(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.empty()),
                List.of(
                        Route.get("/healthz", AccessPolicy.OPEN, Exchange::ok),
                        Route.get("/stream", AccessPolicy.READ, this::stream),
                        Route.get("/open", AccessPolicy.OPEN, this::stream),
                        Route.get("/look", AccessPolicy.READ, Exchange::ok),
                        Route.post("/change", _ -> {})));
        open.add(service);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    @Test
    void probesAreAnsweredWhileConnectionsThatSendNothingTakeAllPlaces() throws Exception {
        fill("");

        assertThat(probe()).isEqualTo(200);
        fill("");
        assertThat(probe()).isEqualTo(200);
    }

    @Test
    void soTheyAreWhileRequestsNeverArriveAsAWhole() throws Exception {
        fill("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ");
        assertThat(probe()).isEqualTo(200);

        fill("POST /change HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx");
        assertThat(probe()).isEqualTo(200);
    }

    @Test
    void whatIsBeingToldStaysWhenAllPlacesAreTaken() throws Exception {
        Socket stream = connection("GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(stream.getInputStream().read()).isEqualTo('H');

        fill("");
        said.add("still here");

        String rest = new String(stream.getInputStream().readAllBytes(), UTF_8);
        assertThat(rest).contains("begins", "still here");
    }

    @Test
    void whatEverybodyMayAskForKeepsNoPlace() throws Exception {
        Socket open = connection("GET /open HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(open.getInputStream().read()).isEqualTo('H');

        fill("");

        assertThat(isClosed(open)).isTrue();
    }

    @Test
    void whoWasAnsweredKeepsNoPlace() throws Exception {
        Socket looked = connection("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(looked.getInputStream().read()).isEqualTo('H');

        fill("");

        assertThat(isClosed(looked)).isTrue();
    }

    @Test
    void connectionsThatHaveEndedTakeNoPlaces() throws Exception {
        Socket silent = connection("");

        for (int i = 0; i < MORE_THAN_THERE_ARE; i++) {
            try (Socket probe = connection("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
                assertThat(probe.getInputStream().readAllBytes()).isNotEmpty();
            }
        }

        silent.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
        assertThat(silent.getInputStream().read()).isEqualTo('H');
    }

    /// Waits for that, less long than an idle connection stays. A client may have its answer before the
    /// server knows that it is done with it: then the next ones that come take the place.
    private boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(1_000);
        for (int tries = 0; tries < 20; tries++) {
            try {
                byte[] _ = socket.getInputStream().readAllBytes();
                return true;
            } catch (SocketTimeoutException e) {
                fill("");
            } catch (SocketException e) {
                return true;
            }
        }
        return false;
    }

    private void stream(Exchange exchange) throws IOException {
        try (OutputStream out = exchange.stream("text/plain")) {
            out.write("begins\n".getBytes(UTF_8));
            out.flush();
            out.write(said.take().getBytes(UTF_8));
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void fill(String sent) throws IOException {
        for (int i = 0; i < MORE_THAN_THERE_ARE; i++) {
            var _ = connection(sent);
        }
    }

    private Socket connection(String sent) throws IOException {
        Socket socket =
                new Socket(service.address().getAddress(), service.address().getPort());
        open.add(socket);
        socket.getOutputStream().write(sent.getBytes(UTF_8));
        return socket;
    }

    private int probe() throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + service.address().getPort() + "/healthz");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
