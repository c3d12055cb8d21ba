package io.shardstream.control.console.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.console.view.RunViews;
import io.shardstream.control.damage.DamagedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests that chance has damaged: whoever has no token changes nothing, nothing goes wrong inside, no
/// answer has the token, and whoever comes next is answered.
class DamagedRequestsTest {
    private static final int SEEDS = Integer.getInteger("shardstream.fuzz.seeds", 200);
    private static final String WRONG = "another one, which is not it";
    private static final int PATIENCE_MS = 60_000;
    private static final List<String> BODIES = List.of(
            "{\"reason\":\"lunch\"}",
            "{\"accepted\":\"h-1\"}",
            "{\"accepted\":\"h-1\",\"seen\":\"m-1\"}",
            "{\"per-node\":\"5mb\",\"total\":\"20mb\",\"requests\":\"4\",\"hours\":\"22:00-06:00,12:00-13:00\","
                    + "\"time-zone\":\"Europe/Zurich\",\"search-latency\":\"50ms\",\"cpu\":\"80\",\"guard\":\"off\"}",
            "{\"reset\":true}");
    private static final List<DamagedJson> DAMAGED =
            BODIES.stream().map(DamagedJson::new).toList();
    private static final List<String> REQUESTS = List.of(
            "GET /v1/run", "GET /v1/access", "GET /readyz", "POST /v1/pause", "POST /v1/resume", "POST /v1/throttle");
    private static final List<String> PIECES = List.of(
            "\r\n",
            "\n",
            "\r",
            " ",
            "\t",
            "\0",
            ":",
            "%",
            "%00",
            "/../",
            "?a=1&a=2",
            "HTTP/1.0",
            "HTTP/9.9",
            "Content-Length: -1\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length: 3\r\nContent-Length: 4\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            "Host: elsewhere\r\n",
            "Expect: 100-continue\r\n",
            "Upgrade: h2c\r\n",
            "Authorization: Bearer \r\n",
            "Authorization: Basic Og==\r\n",
            "é",
            "\u0085",
            "x".repeat(9_000));

    private ServedApi served;

    @BeforeEach
    void start() throws IOException {
        RunApi api = new RunApi(
                "cities",
                () -> Optional.of(RunViews.full()),
                LedgerState.Elsewhere::new,
                new RunStream(Optional::empty, _ -> {}),
                new SteeringRoutes(ServedApi.withoutKafka()),
                () -> false);
        served = new ServedApi(api);
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void whatChanceMakesOfARequestIsAnsweredAndChangesNothing() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomGenerator random =
                    RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            boolean isLetIn = random.nextBoolean();
            byte[] request = request(random, isLetIn ? ServedApi.TOKEN : WRONG, seed);
            for (String answer : answers(request)) {
                assertThat(answer)
                        .as("seed %d", seed)
                        .doesNotContain(ServedApi.TOKEN)
                        .doesNotStartWith("500");
                if (!isLetIn && text(request).startsWith("POST")) {
                    assertThat(answer)
                            .as("seed %d", seed)
                            .doesNotContain("Kafka")
                            .containsPattern("^(4\\d\\d|501) ");
                }
            }
        }
        assertThat(answers(
                        "GET /v1/access HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1)))
                .singleElement()
                .asString()
                .startsWith("200");
    }

    /// What was answered, each from its status on; none where the connection was closed without a word.
    private List<String> answers(byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            String all = text(socket.getInputStream().readAllBytes());
            return Stream.of(all.split("HTTP/1\\.1 "))
                    .filter(answer -> !answer.isEmpty() && !answer.startsWith("100 "))
                    .toList();
        } catch (SocketException e) {
            // Closed while it was still being sent.
            return List.of();
        }
    }

    private static byte[] request(RandomGenerator random, String token, int seed) {
        String body = random.nextInt(3) == 0
                ? BODIES.get(random.nextInt(BODIES.size()))
                : DAMAGED.get(random.nextInt(DAMAGED.size())).of(seed);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = REQUESTS.get(random.nextInt(REQUESTS.size())) + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer " + token + "\r\nConnection: close\r\nContent-Length: " + bytes.length
                + "\r\n\r\n";
        String whole = head + text(bytes);
        for (int times = random.nextInt(4); times > 0; times--) {
            int at = random.nextInt(Math.min(whole.length(), random.nextBoolean() ? head.length() : 1 << 20) + 1);
            whole = switch (random.nextInt(3)) {
                case 0 -> whole.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + whole.substring(at);
                case 1 -> whole.substring(0, at) + whole.substring(Math.min(whole.length(), at + random.nextInt(9)));
                default ->
                    whole.substring(0, at)
                            + (char) random.nextInt(256)
                            + whole.substring(Math.min(whole.length(), at + 1));
            };
        }
        return whole.getBytes(ISO_8859_1);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }
}
