package io.shardstream.common.kafka;

import java.security.cert.CertificateExpiredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/// That Kafka does not let this process in, or that this process does not believe the broker, or that its user may not
/// do what it has to, or that its clock is so far off that its records are refused: nothing is lost by it, and it lasts
/// until a person mends it.
public final class KafkaRefusal {
    private static final String UNTRUSTED = "unable to find valid certification path";
    private static final String ALERT = "Received fatal alert";
    private static final String OTHER_NAME = "No subject alternative";
    private static final String RENEWED = " What changes in files is used without a restart.";

    private KafkaRefusal() {}

    /// What to say of it; empty if the failure is another one.
    public static Optional<String> sentence(@Nullable Throwable failure) {
        return causes(failure).stream()
                .filter(cause -> cause instanceof AuthenticationException
                        || cause instanceof AuthorizationException
                        || cause instanceof InvalidTimestampException)
                .findFirst()
                .map(KafkaRefusal::say);
    }

    /// Whether a failure is one.
    public static boolean is(@Nullable Throwable failure) {
        return sentence(failure).isPresent();
    }

    private static List<Throwable> causes(@Nullable Throwable failure) {
        List<Throwable> all = new ArrayList<>();
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.add(cause);
        }
        return all;
    }

    private static String say(Throwable refusal) {
        return switch (refusal) {
            case SslAuthenticationException tls ->
                "This process and Kafka cannot speak TLS: " + ofTls(tls) + "." + RENEWED;
            case SaslAuthenticationException login ->
                "Kafka does not let this process in (" + said(login)
                        + "): check sasl.mechanism and the user and password of sasl.jaas.config under"
                        + " kafka.properties, and that Kafka has that user." + RENEWED;
            case TopicAuthorizationException topics -> mayNot("topic", named(topics), topics);
            case InvalidTimestampException _ ->
                "Kafka refuses records for their time: this machine's clock is far off from the brokers'"
                        + " (message.timestamp.after.max.ms and message.timestamp.before.max.ms of the topic say how"
                        + " much is taken). Set the clock right.";
            case GroupAuthorizationException group -> mayNot("group", String.valueOf(group.groupId()), group);
            default ->
                refusal instanceof AuthorizationException
                        ? mayNot("", "", refusal)
                        : "Kafka does not let this process in (" + said(refusal)
                                + "): check security.protocol, sasl.* and ssl.* under kafka.properties.";
        };
    }

    private static String named(TopicAuthorizationException refusal) {
        return refusal.unauthorizedTopics().stream().sorted().collect(Collectors.joining(", "));
    }

    private static String mayNot(String kind, String name, Throwable refusal) {
        String on = name.isEmpty() || name.equals("null") ? "" : " with " + kind + " " + name;
        return "Kafka does not allow this process's user what it has to do" + on + " (" + said(refusal)
                + "): give it the ACLs in deploy/security/kafka-acls.md.";
    }

    private static String ofTls(SslAuthenticationException refusal) {
        List<Throwable> causes = causes(refusal);
        Optional<Throwable> expired = causes.stream()
                .filter(CertificateExpiredException.class::isInstance)
                .findFirst();
        if (expired.isPresent()) {
            return "the certificate of the broker, or of its authority, has ended (" + said(expired.get())
                    + "), and has to be renewed there";
        }
        String all = causes.stream().map(KafkaRefusal::said).collect(Collectors.joining(": "));
        if (all.contains(UNTRUSTED)) {
            return "the broker's certificate is signed by nobody whom ssl.truststore.* under kafka.properties trusts";
        }
        String last = said(causes.getLast());
        if (all.contains(ALERT)) {
            return "the broker does not accept the certificate of ssl.keystore.* under kafka.properties (" + last + ")";
        }
        return all.contains(OTHER_NAME) ? "the broker's certificate is for another address (" + last + ")" : last;
    }

    private static String said(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
