package io.shardstream.common.runfile;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The settings of Kafka's clients that a run file may give: how to connect, and how to sign in. What a client does
/// then
/// is ours, as correctness rests on it.
///
/// The names are those of kafka-clients 4.3. None of them has the process load a class of somebody else, or run a
/// program:
/// whoever writes a run file chooses where documents go, and not what code runs beside the credentials of others.
public final class KafkaProperties {
    /// Whether a broker's certificate must be for its host.
    static final String NAMES = "ssl.endpoint.identification.algorithm";

    /// What names whom to trust in place of the Java runtime's authorities.
    static final List<String> OWN_TRUST = List.of("ssl.truststore.location", "ssl.truststore.certificates");

    private static final Set<String> CONNECTING = Set.of(
            "client.dns.lookup",
            "client.rack",
            "connections.max.idle.ms",
            "delivery.timeout.ms",
            "metadata.max.age.ms",
            "reconnect.backoff.max.ms",
            "reconnect.backoff.ms",
            "request.timeout.ms",
            "retry.backoff.max.ms",
            "retry.backoff.ms",
            "security.protocol",
            "socket.connection.setup.timeout.max.ms",
            "socket.connection.setup.timeout.ms");

    private static final Set<String> TLS = Set.of(
            "ssl.cipher.suites",
            "ssl.enabled.protocols",
            NAMES,
            "ssl.key.password",
            "ssl.keymanager.algorithm",
            "ssl.keystore.certificate.chain",
            "ssl.keystore.key",
            "ssl.keystore.location",
            "ssl.keystore.password",
            "ssl.keystore.type",
            "ssl.protocol",
            "ssl.provider",
            "ssl.secure.random.implementation",
            "ssl.trustmanager.algorithm",
            "ssl.truststore.certificates",
            "ssl.truststore.location",
            "ssl.truststore.password",
            "ssl.truststore.type");

    private static final Set<String> SIGNING_IN = Set.of(
            "sasl.jaas.config",
            "sasl.kerberos.min.time.before.relogin",
            "sasl.kerberos.service.name",
            "sasl.kerberos.ticket.renew.jitter",
            "sasl.kerberos.ticket.renew.window.factor",
            "sasl.login.connect.timeout.ms",
            "sasl.login.read.timeout.ms",
            "sasl.login.refresh.buffer.seconds",
            "sasl.login.refresh.min.period.seconds",
            "sasl.login.refresh.window.factor",
            "sasl.login.refresh.window.jitter",
            "sasl.login.retry.backoff.max.ms",
            "sasl.login.retry.backoff.ms",
            "sasl.mechanism");

    private static final Set<String> TOKENS = Set.of(
            "sasl.oauthbearer.assertion.algorithm",
            "sasl.oauthbearer.assertion.claim.aud",
            "sasl.oauthbearer.assertion.claim.exp.seconds",
            "sasl.oauthbearer.assertion.claim.iss",
            "sasl.oauthbearer.assertion.claim.jti.include",
            "sasl.oauthbearer.assertion.claim.nbf.seconds",
            "sasl.oauthbearer.assertion.claim.sub",
            "sasl.oauthbearer.assertion.file",
            "sasl.oauthbearer.assertion.private.key.file",
            "sasl.oauthbearer.assertion.private.key.passphrase",
            "sasl.oauthbearer.assertion.template.file",
            "sasl.oauthbearer.client.credentials.client.id",
            "sasl.oauthbearer.client.credentials.client.secret",
            "sasl.oauthbearer.clock.skew.seconds",
            "sasl.oauthbearer.expected.audience",
            "sasl.oauthbearer.expected.issuer",
            "sasl.oauthbearer.header.urlencode",
            "sasl.oauthbearer.jwks.endpoint.refresh.ms",
            "sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms",
            "sasl.oauthbearer.jwks.endpoint.retry.backoff.ms",
            "sasl.oauthbearer.jwks.endpoint.url",
            "sasl.oauthbearer.scope",
            "sasl.oauthbearer.scope.claim.name",
            "sasl.oauthbearer.sub.claim.name",
            "sasl.oauthbearer.token.endpoint.url");

    /// Each names a class, which has to be one that Kafka's clients bring for tokens.
    private static final Set<String> CLASSES = Set.of(
            "sasl.client.callback.handler.class",
            "sasl.login.callback.handler.class",
            "sasl.oauthbearer.jwt.retriever.class",
            "sasl.oauthbearer.jwt.validator.class");

    private static final String KAFKAS_OWN = "org.apache.kafka.common.security.oauthbearer.";
    private static final Pattern KAFKAS_OWN_CLASS = Pattern.compile(Pattern.quote(KAFKAS_OWN) + "\\w+");

    /// What has a client load a class, or run a program, of anybody's.
    private static final Set<String> CODE =
            Set.of("sasl.kerberos.kinit.cmd", "sasl.login.class", "security.providers", "ssl.engine.factory.class");

    private static final SortedSet<String> ALL = Stream.of(CONNECTING, TLS, SIGNING_IN, TOKENS, CLASSES)
            .flatMap(Set::stream)
            .collect(Collectors.toCollection(TreeSet::new));

    private KafkaProperties() {}

    /// The names of all that a run file may give.
    public static SortedSet<String> names() {
        return new TreeSet<>(ALL);
    }

    /// The names of what Kafka's clients take for connecting and signing in, and a run file may not give.
    public static SortedSet<String> refused() {
        return new TreeSet<>(CODE);
    }

    /// Whether the value is the path of a file, which Kafka's clients take relative to where the process was started.
    static boolean isFile(String name) {
        return name.endsWith(".location") || name.endsWith(".file");
    }

    static void requireName(String name) throws Refused {
        if (CODE.contains(name)) {
            throw new Refused("would have the process run code that is not its own: a run file may not set it");
        }
        if (!ALL.contains(name)) {
            throw new Refused("is not a property that a run file may set; "
                    + NearestName.ofWhole(name, ALL)
                            .map(nearest -> "did you mean " + nearest + "?")
                            .orElse("those that it may set are in docs/run-file.md"));
        }
    }

    /// @param value as it stands in the run file: where it names a class, it is not looked up elsewhere
    static void requireOwnClass(String name, String value) throws Refused {
        if (CLASSES.contains(name) && !KAFKAS_OWN_CLASS.matcher(value).matches()) {
            throw new Refused("must name one of Kafka's own classes, " + KAFKAS_OWN
                    + "*: a run file may not have the process run code of others");
        }
    }
}
