package io.shardstream.common.runfile;

import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.UncheckedIOException;
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

    /// Options of these modules whose values are no secrets.
    private static final Set<String> OPEN = Set.of(
            "clearPass",
            "clientId",
            "debug",
            "doNotPrompt",
            "isInitiator",
            "keyTab",
            "principal",
            "refreshKrb5Config",
            "renewTGT",
            "scope",
            "serviceName",
            "storeKey",
            "storePass",
            "ticketCache",
            "tokenauth",
            "tryFirstPass",
            "useFirstPass",
            "useKeyTab",
            "useTicketCache",
            "username");

    /// How further such options begin: extensions of SASL, and the claims of a token that nobody signs.
    private static final List<String> OPEN_PREFIXES = List.of("extension_", "unsecuredLogin");

    /// How Kafka's own properties begin that are taken from here too, such as the trust store for the place
    /// that gives tokens (`JaasOptionsUtils.getSslClientConfig`). Of these the name tells whether the value
    /// is a secret.
    private static final List<String> PROPERTIES = List.of("ssl.", "sasl.oauthbearer.");

    private LoginModules() {}

    /// Whether a secret stands in a configuration itself, in place of a reference.
    ///
    /// @param written as the run file has it; no sentence quotes it
    static boolean holdsSecret(String written) throws Refused {
        String reference = "reference";
        while (written.contains(reference)) {
            reference += "X";
        }
        String jaas = Secrets.withReferences(written, reference);
        if (!jaas.contains("=")) {
            return false;
        }
        for (AppConfigurationEntry entry : entries(jaas)) {
            if (!entry.getLoginModuleName().contains(reference)) {
                requireKnown(entry);
            }
        }
        return areAnyWritten(jaas, reference);
    }

    /// Token by token as Kafka's `JaasConfig` takes it: of two options of one name it keeps the last one only.
    private static boolean areAnyWritten(String jaas, String reference) {
        StreamTokenizer tokens = new StreamTokenizer(new StringReader(jaas));
        tokens.slashSlashComments(true);
        tokens.slashStarComments(true);
        tokens.wordChars('-', '-');
        tokens.wordChars('_', '_');
        tokens.wordChars('$', '$');
        String name = "";
        boolean isValue = false;
        try {
            while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
                String text = tokens.sval == null ? "" : tokens.sval;
                if (isValue && !isOpen(name) && !text.replace(reference, "").isEmpty()) {
                    return true;
                }
                isValue = tokens.ttype == '=';
                name = isValue ? name : text;
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot be read", e);
        }
    }

    private static boolean isOpen(String option) {
        return OPEN.contains(option)
                || OPEN_PREFIXES.stream().anyMatch(option::startsWith)
                || (isProperty(option) && !WrittenSecrets.NAME.matcher(option).find());
    }

    private static boolean isProperty(String option) {
        return PROPERTIES.stream().anyMatch(option::startsWith);
    }

    /// @param jaas a whole configuration, with its secrets; no sentence quotes it
    static void requireKnown(String jaas) throws Refused {
        for (AppConfigurationEntry entry : entries(jaas)) {
            requireKnown(entry);
        }
    }

    private static void requireKnown(AppConfigurationEntry entry) throws Refused {
        if (!KNOWN.contains(entry.getLoginModuleName())) {
            throw new Refused(MUST + ": a run file may not have the process run code of others");
        }
        for (Map.Entry<String, ?> option : entry.getOptions().entrySet()) {
            if (isProperty(option.getKey())) {
                requireOwn(option.getKey(), String.valueOf(option.getValue()));
            }
        }
    }

    /// Kafka makes an object of a class that such an option names.
    private static void requireOwn(String property, String value) throws Refused {
        try {
            KafkaProperties.requireName(property);
            KafkaProperties.requireOwnClass(property, value);
        } catch (Refused e) {
            throw new Refused("has the option " + property + ", which " + e.getMessage());
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
