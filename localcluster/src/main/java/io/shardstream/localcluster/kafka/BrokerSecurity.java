package io.shardstream.localcluster.kafka;

import io.shardstream.localcluster.security.Authority;
import io.shardstream.localcluster.security.Issued;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// How brokers let in nobody whom they do not know, and nothing be done that no ACL allows: clients of one listener say
/// who they are by a password (SCRAM-SHA-512) or a token (OAUTHBEARER, tokens without a signature), those of the other
/// by a certificate, as brokers and controllers do among themselves.
public final class BrokerSecurity {
    /// Who may do anything, with a certificate of this common name.
    public static final String ADMIN = "admin";

    private static final String BROKER = "broker";
    private static final String IDENTITY = "identity.pem";
    private static final String SHOWN = "shown.pem";
    private static final String TRUSTED = "trusted.pem";
    private static final String LOGIN = "org.apache.kafka.common.security.";

    private final Authority authority;

    BrokerSecurity(Path folder) {
        this.authority = Authority.make(folder, "authority");
    }

    /// Certifies clients and brokers.
    public Authority authority() {
        return authority;
    }

    /// Has a broker show another certificate to clients that sign in, from its next start on. Brokers and controllers
    /// go on with their own among themselves.
    ///
    /// @param certificate by the cluster's authority, or another one
    public void show(KafkaBroker broker, Issued certificate) {
        try {
            Files.writeString(broker.folder().resolve(SHOWN), certificate.identity());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Gives a broker its certificate, unless it has one.
    void prepare(KafkaBroker broker) throws IOException {
        Path identity = broker.folder().resolve(IDENTITY);
        if (!Files.exists(identity)) {
            Files.writeString(broker.folder().resolve(TRUSTED), authority.certificate());
            Files.writeString(identity, authority.server(BROKER).identity());
            Files.copy(identity, broker.folder().resolve(SHOWN));
        }
    }

    static Map<String, String> config(KafkaBroker broker) {
        Map<String, String> config = new TreeMap<>(Map.ofEntries(
                Map.entry("inter.broker.listener.name", "CERTIFIED"),
                Map.entry("listener.security.protocol.map", "LOGIN:SASL_SSL,CERTIFIED:SSL,CONTROLLER:SSL"),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("allow.everyone.if.no.acl.found", "false"),
                Map.entry("super.users", "User:" + BROKER + ";User:" + ADMIN),
                Map.entry("ssl.principal.mapping.rules", "RULE:^CN=(.*)$/$1/,DEFAULT"),
                Map.entry("ssl.keystore.type", "PEM"),
                Map.entry(
                        "ssl.keystore.location",
                        broker.folder().resolve(IDENTITY).toString()),
                Map.entry("ssl.truststore.type", "PEM"),
                Map.entry(
                        "ssl.truststore.location",
                        broker.folder().resolve(TRUSTED).toString()),
                Map.entry("listener.name.login.ssl.keystore.type", "PEM"),
                Map.entry(
                        "listener.name.login.ssl.keystore.location",
                        broker.folder().resolve(SHOWN).toString()),
                Map.entry("listener.name.certified.ssl.client.auth", "required"),
                Map.entry("listener.name.controller.ssl.client.auth", "required"),
                Map.entry("listener.name.login.sasl.enabled.mechanisms", "SCRAM-SHA-512,OAUTHBEARER"),
                Map.entry(
                        "listener.name.login.scram-sha-512.sasl.jaas.config",
                        LOGIN + "scram.ScramLoginModule required;"),
                Map.entry(
                        "listener.name.login.oauthbearer.sasl.jaas.config",
                        LOGIN + "oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\"" + BROKER
                                + "\";")));
        String login = "LOGIN://127.0.0.1:" + broker.ports().client();
        String certified = "CERTIFIED://127.0.0.1:" + broker.ports().certified();
        config.put(
                "listeners",
                login + "," + certified + ",CONTROLLER://127.0.0.1:"
                        + broker.ports().controller());
        config.put("advertised.listeners", login + "," + certified);
        return config;
    }
}
