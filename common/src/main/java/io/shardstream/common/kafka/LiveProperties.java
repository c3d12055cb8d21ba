package io.shardstream.common.kafka;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;

/// The user's properties of Kafka's clients as they are at the moment, secrets looked up.
@FunctionalInterface
public interface LiveProperties {
    /// The client property under which these are handed to the classes of this package, which Kafka makes
    /// itself. Kafka gives properties that it does not know to what it makes
    /// (`ChannelBuilders.channelBuilderConfigs`).
    String KEY = "shardstream.live.properties";

    /// Mechanisms for which the client says a name and proves that it knows a password.
    Set<String> WITH_PASSWORD = Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512");

    Map<String, String> now();

    /// What a client is to be made with: these properties, and what keeps them renewed unless the user has set
    /// something else in its place.
    default Map<String, Object> ofClient() {
        Map<String, String> now = now();
        Map<String, Object> all = new HashMap<>(now);
        String protocol = now.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "")
                .toUpperCase(Locale.ROOT);
        if (protocol.endsWith("SSL")) {
            all.put(KEY, this);
            all.putIfAbsent(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, RenewedTls.class);
        }
        if (protocol.startsWith("SASL") && WITH_PASSWORD.contains(now.getOrDefault(SaslConfigs.SASL_MECHANISM, ""))) {
            all.put(KEY, this);
            all.putIfAbsent(SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS, RenewedLogin.class);
        }
        return all;
    }

    /// Those that a client was made with.
    static Optional<LiveProperties> in(Map<String, ?> configs) {
        return configs.get(KEY) instanceof LiveProperties live ? Optional.of(live) : Optional.empty();
    }
}
