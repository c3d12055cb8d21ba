package io.shardstream.control.preflight.checkup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.apache.kafka.common.config.types.Password;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A broker whose certificate is its own authority, for localhost.
class BrokerCertificatesTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /// Made by `keytool -genkeypair` for these tests, with its key; nothing else uses it.
    private static final String STORE = """
            MIIEEAIBAzCCA7oGCSqGSIb3DQEHAaCCA6sEggOnMIIDozCCASoGCSqGSIb3DQEHAaCCARsEggEXMIIBEzCCAQ8GCyqGSIb3DQEM
            CgECoIG9MIG6MGYGCSqGSIb3DQEFDTBZMDgGCSqGSIb3DQEFDDArBBTHGE6fOF9B5ogFCVMxhf5ZhUIftAICJxACASAwDAYIKoZI
            hvcNAgkFADAdBglghkgBZQMEASoEEAxmdmbPL6ghZox+G7tUV2EEUAZlKwbY5YB59qYlTvJRhvctgW6cz4JJBnR8xMRFD9+qNbbG
            jepF1JLoSPFpP2W6UwG6QDOpWBgKPCo7VuEPKKWGRz5bI9flobrqqoXxwpKkMUAwGwYJKoZIhvcNAQkUMQ4eDABiAHIAbwBrAGUA
            cjAhBgkqhkiG9w0BCRUxFAQSVGltZSAxNzk1NDU1MDI4MzU1MIICcQYJKoZIhvcNAQcGoIICYjCCAl4CAQAwggJXBgkqhkiG9w0B
            BwEwZgYJKoZIhvcNAQUNMFkwOAYJKoZIhvcNAQUMMCsEFEz3c+MRiSmrgXjUok4eD8HvpF1gAgInEAIBIDAMBggqhkiG9w0CCQUA
            MB0GCWCGSAFlAwQBKgQQ5SXP1rAQR6VjEiWy/sJGt4CCAeDg64vPQqlhkMjPWaWtmhKbBgmrcjHDlaM+YHEk+bVXchhEgiFMF/kh
            dXEOnDkB30sP/PgTrBCdHAC6Rpnfcaa21PZ3n/tggzGpg5I/SUQ8OWj3MbgAjCNmCMMGZG1qu530d1ztc7ym57UCE5C6A2SYjm2q
            N4fOWu8ZegC+7BSABkwXuAl60/0IbMWRI6cPmefvqAXxzZbJBf9d8gfRDL9l25R39XBFG9JKLw78z6Rg4my60LohACo4bLQq7YNZ
            g5vOmqA2nw5nKFTIYoZ4nZXsMO2G66JbU7D/436sMx64E2Qz8mHbwz9UexwtNz9mGTh+ZOlPK/G5xVN27eLXvfe7Qf92r1mJyfLB
            ELZSpCoIj3E6ghfAZnlnBmEN5inWV+iPPUQ1nskRw1SfNNF6US97B6IJmIgEDqL6h+NKr8+pbZbCRabjuaapUfd4Rv1OzUqfOeeD
            tLaJVxD7nkLYzsjY5fO9QakqXCOIt3ds/1Jv7LKQSv84DKPQdyMaUSL2nYLzV1O82FuFnnuszL2D5hwVR9/QYdxX5I4lAwij5iPo
            f4Vrt2+JwdCVWj/6gLUSvZejoWlBfgFuuARh2QWWFbHX+MjqI0E54gJp6U9Avh1cQk6V7s5s0d1z2H0TAGaPvDcwTTAxMA0GCWCG
            SAFlAwQCAQUABCCAkjd6CzGI6Eu/d8uRW+IJ4mTjgoiV2M1cgyg/RqrnyQQUEbZMMVkB+6IW6rx0CacuJzR/kWgCAicQ
            """;

    private final FindingList findings = new FindingList();
    private KeyStore store;
    private SSLServerSocket server;
    private Instant now;

    @BeforeEach
    void start() throws GeneralSecurityException, IOException {
        store = KeyStore.getInstance("PKCS12");
        store.load(new ByteArrayInputStream(Base64.getMimeDecoder().decode(STORE)), PASSWORD);
        now = certificate().getNotAfter().toInstant().minus(Duration.ofDays(30));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
        Thread.ofVirtual().start(this::serve);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                int end = client.getInputStream().read();
                assertThat(end).isNegative();
            } catch (IOException e) {
                // The client has broken off, or the test is over.
            }
        }
    }

    @Test
    void theDaysOfACertificateThatIsTrustedAreNoted() throws GeneralSecurityException {
        look(trusting(pem()));
        assertThat(findings.worstFirst())
                .containsExactly(Finding.notes(
                        FindingCode.CERTIFICATE_VALID,
                        "The certificate of broker " + broker() + " is good for 30 days more.",
                        ""));
    }

    @Test
    void oneThatEndsSoonIsWarnedOf() throws GeneralSecurityException {
        now = certificate().getNotAfter().toInstant().minus(Duration.ofDays(5));
        look(trusting(pem()));
        assertThat(findings.worstFirst()).extracting(Finding::severity).containsExactly(Severity.WARNS);
    }

    @Test
    void oneThatHasEndedBlocksAndIsNotSaidToBeUntrustedToo() throws GeneralSecurityException {
        now = certificate().getNotAfter().toInstant().plusSeconds(1);
        look(Map.of("security.protocol", "SSL"));
        assertThat(findings.worstFirst())
                .singleElement()
                .matches(finding ->
                        finding.severity() == Severity.BLOCKS && finding.what().contains(" ended on "));
    }

    @Test
    void oneThatNobodyTrustsBlocks() {
        look(Map.of("security.protocol", "SASL_SSL"));
        assertThat(findings.worstFirst())
                .extracting(Finding::severity, finding -> finding.what().contains(" is not trusted: "))
                .containsExactly(tuple(Severity.BLOCKS, true), tuple(Severity.NOTES, false));
    }

    @Test
    void aBrokerThatWantsACertificateOfOursIsLookedAtAllTheSame() throws GeneralSecurityException {
        server.setEnabledProtocols(new String[] {"TLSv1.2"});
        server.setNeedClientAuth(true);
        look(trusting(pem()));
        assertThat(findings.worstFirst()).extracting(Finding::severity).containsExactly(Severity.NOTES);
    }

    @Test
    void aStoreThatCannotBeReadBlocks() {
        look(Map.of("security.protocol", "SSL", "ssl.truststore.location", "/nowhere.p12"));
        assertThat(findings.worstFirst().getFirst().what())
                .startsWith("Which brokers are to be trusted cannot be read: ");
    }

    @Test
    void aBrokerThatIsAwayIsWarnedOf() throws IOException {
        try (Socket unheard = new Socket()) {
            // Bound, so that nobody else gets this port, and not listening.
            unheard.bind(new InetSocketAddress("localhost", 0));
            certificates(Map.of("security.protocol", "SSL")).look(List.of("localhost:" + unheard.getLocalPort()));
        }
        assertThat(findings.worstFirst()).extracting(Finding::severity).containsExactly(Severity.WARNS);
    }

    @Test
    void brokersWithoutTlsHaveNoCertificates() {
        assertThat(certificates(Map.of()).areAsked()).isFalse();
        assertThat(certificates(Map.of("security.protocol", "SASL_PLAINTEXT")).areAsked())
                .isFalse();
        assertThat(certificates(Map.of("security.protocol", "ssl")).areAsked()).isTrue();
    }

    private void look(Map<String, ?> properties) {
        certificates(properties).look(List.of(broker()));
    }

    private BrokerCertificates certificates(Map<String, ?> properties) {
        return new BrokerCertificates(properties, () -> now, findings);
    }

    private String broker() {
        return "localhost:" + server.getLocalPort();
    }

    private static Map<String, ?> trusting(String pem) {
        return Map.of("security.protocol", "SSL", "ssl.truststore.certificates", new Password(pem));
    }

    private X509Certificate certificate() throws GeneralSecurityException {
        return (X509Certificate) store.getCertificate("broker");
    }

    private String pem() throws GeneralSecurityException {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(certificate().getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }
}
