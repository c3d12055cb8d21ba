package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UrlHookTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            taken.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            if (status == 0) {
                try {
                    over.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            } else {
                exchange.getResponseHeaders().set("Location", "/204");
                exchange.sendResponseHeaders(status, -1);
            }
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    @Test
    void theRecordIsPosted() throws Exception {
        hook("/204", LONG).call(bytes("{\"id\":1}"));
        hook("/200?token=secret", LONG).call(bytes("{\"id\":2}"));
        assertThat(taken).containsExactly("POST application/json {\"id\":1}", "POST application/json {\"id\":2}");
    }

    @Test
    void everyOtherStatusIsAFailureAndNothingIsFollowed() {
        for (int status : List.of(302, 404, 500)) {
            assertThatThrownBy(() -> hook("/" + status + "?token=secret", LONG).call(bytes("{}")))
                    .isInstanceOf(HookFailedException.class)
                    .hasMessage("the address answered with status " + status);
        }
        assertThat(taken).hasSize(3);
    }

    @Test
    void whoDoesNotAnswerInTimeHasFailed() {
        assertThatThrownBy(() -> hook("/0", Duration.ofSeconds(1)).call(bytes("{}")))
                .isInstanceOf(HookFailedException.class)
                .hasMessage("the address did not answer within 1s (cutover.on-swap-timeout)");
    }

    @Test
    void anAddressThatCannotBeReachedIsNotQuoted() {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/204?token=secret";
        server.stop(0);
        assertThatThrownBy(() -> new UrlHook(() -> url, LONG).call(bytes("{}")))
                .isInstanceOf(HookFailedException.class)
                .hasMessage("the address cannot be reached (ConnectException)");
    }

    private UrlHook hook(String path, Duration limit) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        return new UrlHook(() -> url, limit);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
