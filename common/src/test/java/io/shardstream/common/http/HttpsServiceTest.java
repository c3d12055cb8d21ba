package io.shardstream.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.shardstream.common.runfile.Secret;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.ServerTls;
import io.shardstream.common.tls.TestCertificates;
import io.shardstream.common.tls.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class HttpsServiceTest {
    private static final InetSocketAddress EVERYWHERE = new InetSocketAddress("0.0.0.0", 0);
    private static final Tokens TOKENS = new Tokens(
            Optional.of(new Secret("${env:T}", "a token that nobody guesses")),
            Optional.of(new Secret("${env:R}", "another token that nobody guesses")));

    @TempDir
    private Path folder;

    private final List<String> changes = new ArrayList<>();
    private final BlockingQueue<String> audit = new LinkedBlockingQueue<>();
    private final List<HttpService> started = new ArrayList<>();
    private volatile Instant now = Instant.EPOCH;

    @BeforeEach
    void files() throws IOException {
        put("server.crt", "tls.crt");
        put("server.key", "tls.key");
        put("ca.crt", "ca.crt");
    }

    @AfterEach
    void close() {
        started.forEach(HttpService::close);
    }

    @Test
    void whoSpeaksPlainHttpGetsNoAnswer() throws Exception {
        HttpService service = start(TOKENS);
        HttpRequest plain = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + service.address().getPort() + "/open"))
                .build();

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> send(SSLContext.getDefault(), plain));
        assertThat(ask(service, TestCertificates.client(), "GET", "/open").statusCode())
                .isEqualTo(204);
    }

    @Test
    void whoHasNoCertificateMayNotLookFromElsewhere() throws Exception {
        HttpResponse<String> answer = ask(start(Tokens.NONE), TestCertificates.client(), "GET", "/look");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("a certificate that this process trusts is needed");
    }

    @Test
    void whoHasNoCertificateMayComeWithAToken() throws Exception {
        HttpService service = start(TOKENS);

        assertThat(ask(service, TestCertificates.client(), "GET", "/look").statusCode())
                .isEqualTo(401);
        assertThat(ask(
                                service,
                                TestCertificates.client(),
                                "GET",
                                "/look",
                                "Authorization",
                                "Bearer another token that nobody guesses")
                        .body())
                .isEqualTo("seen");
    }

    @Test
    void whoHasACertificateMayLookAndChangeNothing() throws Exception {
        HttpService service = start(Tokens.NONE);

        assertThat(ask(service, TestCertificates.client("viewer"), "GET", "/look")
                        .body())
                .isEqualTo("seen");
        HttpResponse<String> change = ask(service, TestCertificates.client("viewer"), "POST", "/change");
        assertThat(change.statusCode()).isEqualTo(403);
        assertThat(change.body()).contains("this certificate lets you look and change nothing");
        assertThat(changes).isEmpty();
        assertThat(audit.take())
                .isEqualTo("Refused over HTTP: /change by reader, certificate CN=viewer, from 127.0.0.1: 403, this"
                        + " certificate lets you look and change nothing");
    }

    @Test
    void anOperatorMayChangeSomethingWithoutAToken() throws Exception {
        HttpService service = start(Tokens.NONE);

        assertThat(ask(service, TestCertificates.client("ops"), "POST", "/change")
                        .statusCode())
                .isEqualTo(200);
        assertThat(changes).containsExactly("changed");
        assertThat(audit.take())
                .isEqualTo("Done over HTTP: /change by operator, certificate CN=ops, from 127.0.0.1: 200, changed");
    }

    @Test
    void theNameOfAnOperatorInACertificateOfAnotherAuthorityIsRefused() throws Exception {
        HttpService service = start(TOKENS);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ask(service, TestCertificates.client("stranger"), "POST", "/change"));
        assertThat(changes).isEmpty();
        assertThat(audit.take()).startsWith("Refused over HTTP: a certificate of CN=ops from 127.0.0.1: ");
    }

    @Test
    void aCertificateThatIsForServersOnlyIsRefused() throws Exception {
        HttpService service = start(TOKENS);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ask(service, TestCertificates.client("server"), "GET", "/look"));
        assertThat(audit.take()).startsWith("Refused over HTTP: a certificate of CN=localhost from 127.0.0.1: ");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, same-origin, 200",
        "Sec-Fetch-Site, none, 200",
        "Sec-Fetch-Site, same-site, 403",
        "Sec-Fetch-Site, cross-site, 403",
        "Origin, https://localhost:PORT, 200",
        "Origin, https://evil.example, 403",
        "Origin, null, 403",
        "Origin, {}, 403"
    })
    void aPageOfAnotherSiteChangesNothingByTheCertificateOfABrowser(String name, String value, int status)
            throws Exception {
        HttpService service = start(Tokens.NONE);
        String port = Integer.toString(service.address().getPort());

        assertThat(ask(service, TestCertificates.client("ops"), "POST", "/change", name, value.replace("PORT", port))
                        .statusCode())
                .isEqualTo(status);
        assertThat(changes).hasSize(status == 200 ? 1 : 0);
    }

    @Test
    void aCertificateThatIsRenewedIsShownWithoutARestart() throws Exception {
        HttpService service = start(TOKENS);
        assertThat(shown(service)).isEqualTo("CN=localhost");

        put("renewed.crt", "tls.crt");
        put("renewed.key", "tls.key");
        now = now.plus(Duration.ofSeconds(10));

        assertThat(shown(service)).isEqualTo("CN=renewed");
    }

    @Test
    void aCertificateWhoseKeyHasNotComeYetIsShownOnceItHas() throws Exception {
        HttpService service = start(TOKENS);
        put("renewed.crt", "tls.crt");
        now = now.plus(Duration.ofSeconds(10));
        assertThat(shown(service)).isEqualTo("CN=localhost");

        put("renewed.key", "tls.key");
        now = now.plus(Duration.ofSeconds(10));

        assertThat(shown(service)).isEqualTo("CN=renewed");
    }

    @Test
    void aFileThatIsBrokenKeepsTheOldCertificate() throws Exception {
        HttpService service = start(TOKENS);
        Files.writeString(folder.resolve("tls.key"), "-----BEGIN PRIVATE KEY-----\n");
        now = now.plus(Duration.ofSeconds(10));

        assertThat(shown(service)).isEqualTo("CN=localhost");
    }

    @Test
    void authoritiesOfClientsAreRenewedToo() throws Exception {
        HttpService service = start(TOKENS);
        put("stranger.crt", "ca.crt");
        now = now.plus(Duration.ofSeconds(10));

        assertThat(ask(service, TestCertificates.client("stranger"), "GET", "/look")
                        .body())
                .isEqualTo("seen");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ask(service, TestCertificates.client("ops"), "GET", "/look"));
    }

    @Test
    void onlyTls12AndNewerIsSpoken() throws Exception {
        ServerTls tls = tls(true);

        assertThat(tls.parameters(tls.context((_, _, _) -> {})).getProtocols())
                .containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
    }

    @Test
    void tlsAloneLetsNobodyInFromElsewhere() throws Exception {
        ServerTls tls = tls(false);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(EVERYWHERE, Tokens.NONE, Optional.of(tls), Set.of()))
                .withMessageContainingAll("SHARDSTREAM_HTTP_TOKEN", "--http-client-ca");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Listening(EVERYWHERE, TOKENS, Optional.of(tls), Set.of("ops")))
                .withMessageContaining("no authority");
    }

    private HttpService start(Tokens tokens) throws IOException {
        HttpService service = HttpService.start(
                new Listening(EVERYWHERE, tokens, Optional.of(tls(true)), Set.of("ops")),
                List.of(
                        Route.get(
                                "/open", AccessPolicy.OPEN, exchange -> exchange.send(204, "text/plain", new byte[0])),
                        Route.get(
                                "/look",
                                AccessPolicy.READ,
                                exchange -> exchange.send(200, "text/plain", "seen".getBytes(UTF_8))),
                        Route.post("/change", exchange -> {
                            changes.add("changed");
                            exchange.said("changed");
                        })),
                new Audit(() -> now, audit::add));
        started.add(service);
        return service;
    }

    private ServerTls tls(boolean asksClients) throws IOException {
        return ServerTls.of(
                new TlsFiles(
                        new IdentityFiles(folder.resolve("tls.crt"), folder.resolve("tls.key")),
                        asksClients ? Optional.of(folder.resolve("ca.crt")) : Optional.empty()),
                () -> now);
    }

    private void put(String certificate, String name) throws IOException {
        Files.copy(TestCertificates.file(certificate), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String shown(HttpService service) throws Exception {
        Certificate own = ask(service, TestCertificates.client(), "GET", "/open")
                .sslSession()
                .orElseThrow()
                .getPeerCertificates()[0];
        return ((X509Certificate) own).getSubjectX500Principal().getName();
    }

    private static HttpResponse<String> ask(
            HttpService service, SSLContext tls, String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + service.address().getPort() + path))
                .method(method, BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(tls, request.build());
    }

    private static HttpResponse<String> send(SSLContext tls, HttpRequest request) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } finally {
            client.shutdownNow();
        }
    }
}
