package io.shardstream.control.preflight.checkup;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.jspecify.annotations.Nullable;

/// Whom Kafka's clients trust by their properties, `ssl.truststore.*`; without these, whom the Java runtime
/// trusts.
final class KafkaTrust {
    private static final String PROTOCOL = "security.protocol";
    private static final String PEM = "PEM";

    private final Map<String, ?> properties;

    KafkaTrust(Map<String, ?> properties) {
        this.properties = properties;
    }

    /// Whether brokers are spoken to by TLS.
    boolean isAsked() {
        return text(PROTOCOL, "").toUpperCase(Locale.ROOT).endsWith("SSL");
    }

    /// Why a client would not trust a broker's certificate; empty if it would, or breaks off for another
    /// reason.
    ///
    /// @throws IOException if the certificates to trust cannot be read; the message is a sentence without
    ///     secrets
    Optional<String> problemOf(String host, int port) throws IOException {
        TrustManager[] trust = managers();
        try {
            TlsHandshake.with(
                    host, port, trust, text(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG, "https"));
        } catch (IOException e) {
            return distrust(e);
        }
        return Optional.empty();
    }

    private static Optional<String> distrust(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return Optional.of(String.valueOf(cause.getMessage()));
            }
        }
        return Optional.empty();
    }

    private TrustManager[] managers() throws IOException {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store());
            return factory.getTrustManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates to trust cannot be used: " + e.getMessage(), e);
        }
    }

    private @Nullable KeyStore store() throws IOException, GeneralSecurityException {
        String pem = text(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, "");
        if (!pem.isEmpty()) {
            return ofPem(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        }
        String place = text(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, "");
        if (place.isEmpty()) {
            return null;
        }
        String type = text(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, SslConfigs.DEFAULT_SSL_TRUSTSTORE_TYPE);
        try (InputStream in = Files.newInputStream(Path.of(place))) {
            if (type.equalsIgnoreCase(PEM)) {
                return ofPem(in);
            }
            KeyStore store = KeyStore.getInstance(type);
            String password = text(SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG, "");
            store.load(in, password.isEmpty() ? null : password.toCharArray());
            return store;
        }
    }

    private static KeyStore ofPem(InputStream in) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
            store.setCertificateEntry("trusted-" + number++, one);
        }
        return store;
    }

    private String text(String name, String otherwise) {
        Object value = properties.get(name);
        if (value instanceof Password password) {
            return password.value();
        }
        return value == null ? otherwise : value.toString();
    }
}
