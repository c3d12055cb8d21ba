package io.shardstream.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.shardstream.common.http.Listening;
import io.shardstream.common.tls.ServerTls;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class HttpOptionTest {
    private static final String READ_TOKEN = "a token that nobody guesses";
    /// Copies of those that the tests of common use.
    private static final String CERTIFICATE = file("server.crt");

    private static final String KEY = file("server.key");

    @Test
    void certificatesOfClientsLetItListenForOthersWithoutAToken() {
        Listening where = listening(
                        Map.of(),
                        "--http",
                        "0.0.0.0:8042",
                        "--http-tls-cert",
                        CERTIFICATE,
                        "--http-tls-key",
                        KEY,
                        "--http-client-ca",
                        CERTIFICATE,
                        "--http-operator-cn",
                        "ops",
                        "--http-operator-cn",
                        "night shift")
                .orElseThrow();

        assertThat(where.tls().map(ServerTls::asksClients)).contains(true);
        assertThat(where.operators()).containsExactlyInAnyOrder("ops", "night shift");
    }

    @Test
    void tlsAloneDoesNotLetItListenForOthers() {
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> listening(
                        Map.of(), "--http", "0.0.0.0:8042", "--http-tls-cert", CERTIFICATE, "--http-tls-key", KEY))
                .withMessageContaining("others reach 0.0.0.0 too");
    }

    @Test
    void theTokenForReadingLetsItListenForOthers() {
        Listening where = listening(Map.of("SHARDSTREAM_HTTP_READ_TOKEN", READ_TOKEN), "--http", "0.0.0.0:8042")
                .orElseThrow();

        assertThat(where.tokens().reader().map(Object::toString)).contains("${env:SHARDSTREAM_HTTP_READ_TOKEN}");
        assertThat(where.tokens().operator()).isEmpty();
    }

    private static Optional<Listening> listening(Map<String, String> environment, String... arguments) {
        Listener listener = new Listener();
        var _ = new CommandLine(listener).parseArgs(arguments);
        return listener.http.listening(environment::get);
    }

    @CommandLine.Command
    private static final class Listener {
        @CommandLine.Mixin
        private HttpOption http = new HttpOption();
    }

    private static String file(String name) {
        try {
            return Path.of(Objects.requireNonNull(HttpOptionTest.class.getResource(name), name)
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
