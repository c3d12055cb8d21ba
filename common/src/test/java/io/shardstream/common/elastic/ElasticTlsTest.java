package io.shardstream.common.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.shardstream.common.tls.CertificateVerification;
import io.shardstream.common.tls.ClientTlsSettings;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.ServerTls;
import io.shardstream.common.tls.TestCertificates;
import io.shardstream.common.tls.TlsFiles;
import io.shardstream.common.tls.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A cluster that is asked by `https`, with a server that shows the certificate of the tests.
@Timeout(600)
class ElasticTlsTest {
    private static final Trust OURS = new Trust.Authorities(TestCertificates.file("ca.crt"));

    private final AtomicReference<@Nullable String> authorization = new AtomicReference<>();
    private final AtomicReference<@Nullable String> client = new AtomicReference<>();

    @TempDir
    private Path folder = Path.of("");

    private @Nullable HttpsServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void aServerIsBelievedWhoseAuthorityIsInTheFile() throws Exception {
        URI address = start("server", "localhost", false);

        assertThat(statusOf(address, with(OURS))).isEqualTo(200);
    }

    @Test
    void aServerOfAnotherAuthorityIsNotBelieved() throws Exception {
        URI address = start("server", "localhost", false);

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, with(new Trust.Authorities(TestCertificates.file("stranger.crt")))))
                .withMessageContainingAll(
                        "source node " + address + " is not trusted: ",
                        "its certificate, of CN=localhost, signed by CN=Authority of tests, is not vouched for by",
                        "stranger.crt")
                .satisfies(refused -> assertThat(refused.isOfAccess()).isTrue());
    }

    @Test
    void theJavaRuntimeDoesNotKnowTheAuthorityOfTests() throws Exception {
        URI address = start("server", "localhost", false);

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, ClientTlsSettings.USUAL))
                .withMessageContaining("is not vouched for by the Java runtime's certificates");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aServerThatSendsTheCertificateWithTheFingerprintIsBelieved(boolean colons) throws Exception {
        URI address = start("server", "localhost", false);
        String sha256 = sha256Of("server.crt");
        String written =
                colons ? String.join(":", sha256.toUpperCase(Locale.ROOT).split("(?<=\\G..)")) : sha256;

        assertThat(statusOf(address, with(new Trust.Fingerprint(written)))).isEqualTo(200);
    }

    @Test
    void aServerThatSendsNoCertificateWithTheFingerprintIsNotBelieved() throws Exception {
        URI address = start("server", "localhost", false);

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, with(new Trust.Fingerprint(sha256Of("stranger.crt")))))
                .withMessageContaining("none of the certificates that it sends has the fingerprint");
    }

    @Test
    void whoSendsTheCertificateOfAnAuthorityThatDidNotSignItsOwnIsNotBelieved() throws Exception {
        URI address = start("stranger", "localhost", false, "ca.crt");

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, with(new Trust.Fingerprint(sha256Of("ca.crt")))))
                .withMessageContaining("is not vouched for by the certificate with the fingerprint");
    }

    @Test
    void aCertificateForAnotherHostIsRefusedUnlessOnlyTheCertificateCounts() throws Exception {
        URI address = start("renewed", "127.0.0.2", false);

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, with(OURS)))
                .withMessageContaining("127.0.0.2");
        assertThat(statusOf(
                        address, new ClientTlsSettings(OURS, CertificateVerification.CERTIFICATE, Optional.empty())))
                .isEqualTo(200);
    }

    @Test
    void aServerThatAsksForItIsShownOurCertificate() throws Exception {
        URI address = start("server", "localhost", true);

        assertThat(statusOf(address, showing("ops"))).isEqualTo(200);
        assertThat(client.get()).isEqualTo("CN=ops");
    }

    @Test
    void aCertificateOfOursThatTheServerRefusesIsNamed() throws Exception {
        URI address = start("server", "localhost", true);

        assertThatExceptionOfType(ElasticException.Unreachable.class)
                .isThrownBy(() -> statusOf(address, showing("stranger")))
                .withMessageContaining("does not take our certificate (tls.certificate)");
    }

    @Test
    void aPasswordThatChangesIsSentWithTheNextRequest() throws Exception {
        URI address = start("server", "localhost", false);
        AtomicReference<String> now = new AtomicReference<>("Bearer one");
        try (ElasticCluster cluster = ElasticCluster.of(settings(address, () -> Optional.of(now.get()), with(OURS)))) {
            cluster.send(Call.get("/"));
            assertThat(authorization.get()).isEqualTo("Bearer one");
            now.set("Bearer two");
            cluster.send(Call.get("/"));
            assertThat(authorization.get()).isEqualTo("Bearer two");
        }
    }

    /// Answers every request with 200.
    ///
    /// @param name of the certificate that it shows
    /// @param others certificates that it sends after its own
    private URI start(String name, String host, boolean asksClients, String... others) throws IOException {
        StringBuilder chain = new StringBuilder(Files.readString(TestCertificates.file(name + ".crt")));
        for (String other : others) {
            chain.append(Files.readString(TestCertificates.file(other)));
        }
        Path certificates = Files.writeString(folder.resolve("chain.crt"), chain);
        ServerTls tls = ServerTls.of(
                new TlsFiles(
                        new IdentityFiles(certificates, TestCertificates.file(name + ".key")),
                        asksClients ? Optional.of(TestCertificates.file("ca.crt")) : Optional.empty()),
                InstantSource.system());
        HttpsServer started = HttpsServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
        started.setHttpsConfigurator(new Configuration(tls));
        started.createContext("/", exchange -> {
            authorization.set(exchange.getRequestHeaders().getFirst("Authorization"));
            if (asksClients && exchange instanceof HttpsExchange secured) {
                client.set(secured.getSSLSession().getPeerPrincipal().getName());
            }
            byte[] answer = "{}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        started.start();
        server = started;
        return URI.create("https://" + host + ":" + started.getAddress().getPort());
    }

    private static final class Configuration extends HttpsConfigurator {
        private final ServerTls tls;

        Configuration(ServerTls tls) {
            super(tls.context((_, _, _) -> {}));
            this.tls = tls;
        }

        @Override
        public void configure(HttpsParameters connection) {
            connection.setSSLParameters(tls.parameters(getSSLContext()));
        }
    }

    private static String sha256Of(String certificate) throws Exception {
        try (InputStream pem = Files.newInputStream(TestCertificates.file(certificate))) {
            byte[] der = CertificateFactory.getInstance("X.509")
                    .generateCertificate(pem)
                    .getEncoded();
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(der));
        }
    }

    private static ClientTlsSettings with(Trust trust) {
        return new ClientTlsSettings(trust, CertificateVerification.FULL, Optional.empty());
    }

    private static ClientTlsSettings showing(String name) {
        return new ClientTlsSettings(
                OURS,
                CertificateVerification.FULL,
                Optional.of(
                        new IdentityFiles(TestCertificates.file(name + ".crt"), TestCertificates.file(name + ".key"))));
    }

    private static int statusOf(URI address, ClientTlsSettings tls) throws ElasticException {
        try (ElasticCluster cluster = ElasticCluster.of(settings(address, Credentials.NONE, tls))) {
            return cluster.send(Call.get("/")).status();
        }
    }

    private static ElasticSettings settings(URI address, Credentials credentials, ClientTlsSettings tls) {
        return new ElasticSettings("source", List.of(address), credentials, tls, Duration.ofSeconds(60), "tls-test");
    }
}
