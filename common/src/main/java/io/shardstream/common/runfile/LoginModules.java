package io.shardstream.common.runfile;

import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/// Login modules that a `sasl.jaas.config` may name. Kafka's clients load whichever class stands there, and leave out
/// no
/// more than those of JNDI and LDAP (`JaasUtils.DISALLOWED_LOGIN_MODULES_DEFAULT`).
final class LoginModules {
    private static final Set<String> KNOWN = Set.of(
            "com.sun.security.auth.module.Krb5LoginModule",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule",
            "org.apache.kafka.common.security.plain.PlainLoginModule",
            "org.apache.kafka.common.security.scram.ScramLoginModule");

    private static final String MUST = "must name a login module of Kafka's own or Java's for Kerberos, one of "
            + String.join(", ", KNOWN.stream().sorted().toList());

    private LoginModules() {}

    /// @param jaas a whole configuration, with its secrets; no sentence quotes it
    static void requireKnown(String jaas) throws Refused {
        for (AppConfigurationEntry entry : entries(jaas)) {
            if (!KNOWN.contains(entry.getLoginModuleName())) {
                throw new Refused(MUST + ": a run file may not have the process run code of others");
            }
        }
    }

    /// Kafka's own reading of it, so that what is looked at is what a client will do.
    private static List<AppConfigurationEntry> entries(String jaas) throws Refused {
        try {
            return JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas)))
                    .configurationEntries();
        } catch (IllegalArgumentException | KafkaException e) {
            throw new Refused(MUST + ", followed by 'required', its options as name=\"value\", and a semicolon");
        }
    }
}
