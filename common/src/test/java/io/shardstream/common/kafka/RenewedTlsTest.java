package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.shardstream.common.tls.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewedTlsTest {
    @TempDir
    private Path folder;

    private final RenewedTls tls = new RenewedTls();
    private final Map<String, String> properties = new HashMap<>();
    private CompletableFuture<Void> answers = CompletableFuture.completedFuture(null);
    private Path trusted;

    @BeforeEach
    void copy() throws Exception {
        trusted = Files.copy(TestCertificates.file("ca.crt"), folder.resolve("trusted.pem"));
        properties.putAll(Map.of(
                "security.protocol", "SSL",
                "ssl.truststore.type", "PEM",
                "ssl.truststore.location", trusted.toString()));
    }

    /// As a client makes it.
    private void configure() {
        LiveProperties live = () -> {
            answers.join();
            return properties;
        };
        Map<String, Object> all = live.ofClient();
        all.put("bootstrap.servers", "127.0.0.1:1");
        AdminClientConfig client = new AdminClientConfig(all);
        Map<String, Object> given = new HashMap<>(client.values());
        given.put(LiveProperties.KEY, all.get(LiveProperties.KEY));
        tls.configure(given);
    }

    private String trustedNow() throws Exception {
        var _ = tls.createClientSslEngine("localhost", 1, "https");
        KeyStore store = Objects.requireNonNull(tls.truststore());
        return ((X509Certificate) store.getCertificate(store.aliases().nextElement()))
                .getSubjectX500Principal()
                .getName();
    }

    @Test
    void aFileThatHasChangedIsUsedForTheNextConnection() throws Exception {
        configure();
        String before = trustedNow();
        Files.copy(TestCertificates.file("server.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);

        assertThat(before).isEqualTo("CN=Authority of tests");
        assertThat(trustedNow()).isEqualTo("CN=localhost");
    }

    @Test
    void aSecretThatHasChangedIsUsedForTheNextConnection() throws Exception {
        properties.remove("ssl.truststore.location");
        properties.put("ssl.truststore.certificates", Files.readString(trusted));
        configure();
        String before = trustedNow();
        properties.put("ssl.truststore.certificates", Files.readString(TestCertificates.file("server.crt")));

        assertThat(before).isEqualTo("CN=Authority of tests");
        assertThat(trustedNow()).isEqualTo("CN=localhost");
    }

    @Test
    void aFileThatCannotBeUsedLeavesWhatWasThere() throws Exception {
        configure();
        String before = trustedNow();
        Files.writeString(trusted, "half a cert");
        String damaged = trustedNow();
        Files.delete(trusted);

        assertThat(trustedNow()).isEqualTo(damaged).isEqualTo(before);
    }

    /// As on a file system that hangs.
    @Test
    void aConnectionIsMadeWithWhatWasThereWhileFilesDoNotAnswer() throws Exception {
        configure();
        answers = new CompletableFuture<>();
        Files.copy(TestCertificates.file("server.crt"), trusted, StandardCopyOption.REPLACE_EXISTING);
        for (int connection = 0; connection < 3; connection++) {
            assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), this::trustedNow))
                    .isEqualTo("CN=Authority of tests");
        }
        answers.complete(null);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            while (!trustedNow().equals("CN=localhost")) {
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void aFileThatCannotBeUsedFromTheStartIsRefused() throws Exception {
        Files.delete(trusted);

        assertThatThrownBy(this::configure).isInstanceOf(KafkaException.class).hasMessageContaining("trusted.pem");
    }
}
