package io.shardstream.common.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.sasl.AuthorizeCallback;
import javax.security.sasl.RealmCallback;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;

/// Tells user and password of `sasl.jaas.config` as they are when a connection is made. Kafka's own tells
/// those with which the client was made (`SaslClientCallbackHandler`).
public final class RenewedLogin implements AuthenticateCallbackHandler {
    private static final String USER = "username";
    private static final String PASSWORD = "password";
    /// Of a user that is a delegation token (`ScramLoginModule.TOKEN_AUTH_CONFIG`).
    private static final String BY_TOKEN = "tokenauth";

    private Optional<LiveProperties> live = Optional.empty();
    private List<AppConfigurationEntry> first = List.of();

    @Override
    public void configure(Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
        live = LiveProperties.in(configs);
        first = List.copyOf(entries);
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
        Map<String, ?> options = options();
        for (Callback callback : callbacks) {
            switch (callback) {
                case NameCallback name -> name.setName(text(options, USER));
                case PasswordCallback password ->
                    password.setPassword(text(options, PASSWORD).toCharArray());
                case RealmCallback realm -> realm.setText(realm.getDefaultText());
                case AuthorizeCallback asked -> {
                    asked.setAuthorized(asked.getAuthenticationID().equals(asked.getAuthorizationID()));
                }
                case ScramExtensionsCallback extensions -> {
                    if (Boolean.parseBoolean(String.valueOf(options.get(BY_TOKEN)))) {
                        extensions.extensions(Map.of(BY_TOKEN, "true"));
                    }
                }
                default -> throw new UnsupportedCallbackException(callback);
            }
        }
    }

    /// A text that cannot be understood as it is now may be one that is being written.
    private Map<String, ?> options() {
        List<AppConfigurationEntry> entries = live.flatMap(
                        properties -> Optional.ofNullable(properties.now().get(SaslConfigs.SASL_JAAS_CONFIG)))
                .map(this::entries)
                .orElse(first);
        return entries.isEmpty() ? Map.of() : entries.getFirst().getOptions();
    }

    private List<AppConfigurationEntry> entries(String jaas) {
        try {
            return JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas)))
                    .configurationEntries();
        } catch (IllegalArgumentException | KafkaException e) {
            return first;
        }
    }

    private static String text(Map<String, ?> options, String name) {
        Object value = options.get(name);
        return value == null ? "" : value.toString();
    }

    @Override
    public void close() {}
}
