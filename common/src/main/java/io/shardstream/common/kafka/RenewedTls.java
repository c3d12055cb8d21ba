package io.shardstream.common.kafka;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.FileLook;
import io.shardstream.common.file.FileText;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes connections over TLS with the certificates and keys as they are when a connection is made: Kafka's
/// own way of making them (`DefaultSslEngineFactory`), anew whenever a file or a secret has changed. What
/// cannot be used leaves what was there, and is told in the log once. So does a file that does not answer.
public final class RenewedTls implements SslEngineFactory {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedTls.class);

    private static final List<String> FILES =
            List.of(SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG, SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG);

    private static final List<String> SECRETS = List.of(
            SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
            SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG,
            SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
            SslConfigs.SSL_KEYSTORE_KEY_CONFIG,
            SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG,
            SslConfigs.SSL_KEY_PASSWORD_CONFIG);

    private final FileLook look = new FileLook("certificates and keys for Kafka");
    private volatile Map<String, Object> configs = Map.of();
    private volatile Map<String, String> seen = Map.of();
    private volatile @Nullable DefaultSslEngineFactory factory;
    private String complaint = "";

    /// @throws KafkaException if the files cannot be used as they are now
    @Override
    public void configure(Map<String, ?> given) {
        configs = new HashMap<>(given);
        Map<String, String> found;
        try {
            found = look();
        } catch (FileException e) {
            // Kafka's own way says what is the matter with it.
            found = Map.of();
        }
        factory = made(found);
        seen = found;
    }

    @Override
    public SSLEngine createClientSslEngine(String host, int port, String identification) {
        look.make(this::renew);
        return current().createClientSslEngine(host, port, identification);
    }

    private void renew() {
        try {
            Map<String, String> found = look();
            if (!found.equals(seen)) {
                seen = found;
                // The one before is not closed: somebody who did not wait may be using it.
                factory = made(found);
                complaint = "";
                LOG.info("Certificates or keys for Kafka have changed, and are used from now on");
            }
        } catch (FileException | KafkaException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(complaint)) {
                complaint = why;
                LOG.warn(
                        "Changed certificates or keys for Kafka cannot be used, and what they were before goes on: {}",
                        why);
            }
        }
    }

    /// What the files hold, and the secrets.
    private Map<String, String> look() throws FileException {
        Map<String, String> found = new TreeMap<>();
        for (String file : FILES) {
            if (configs.get(file) instanceof String place && !place.isEmpty()) {
                found.put(file, FileText.of(Path.of(place)));
            }
        }
        LiveProperties.in(configs)
                .map(LiveProperties::now)
                .ifPresent(now -> SECRETS.stream()
                        .filter(now::containsKey)
                        .forEach(name -> found.put(name, Objects.requireNonNull(now.get(name)))));
        return found;
    }

    private DefaultSslEngineFactory made(Map<String, String> found) {
        Map<String, Object> now = new HashMap<>(configs);
        SECRETS.stream()
                .filter(found::containsKey)
                .forEach(name -> now.put(name, new Password(Objects.requireNonNull(found.get(name)))));
        DefaultSslEngineFactory made = new DefaultSslEngineFactory();
        made.configure(now);
        return made;
    }

    private DefaultSslEngineFactory current() {
        return Objects.requireNonNull(factory, "it is configured before it is used");
    }

    /// Clients have no use for it.
    @Override
    public SSLEngine createServerSslEngine(String host, int port) {
        return current().createServerSslEngine(host, port);
    }

    /// A client's settings never change but by [LiveProperties].
    @Override
    public boolean shouldBeRebuilt(Map<String, Object> changed) {
        return false;
    }

    @Override
    public Set<String> reconfigurableConfigs() {
        return Set.of();
    }

    @Override
    public @Nullable KeyStore keystore() {
        return current().keystore();
    }

    @Override
    public @Nullable KeyStore truststore() {
        return current().truststore();
    }

    @Override
    public void close() {
        DefaultSslEngineFactory last = factory;
        if (last != null) {
            last.close();
        }
    }
}
