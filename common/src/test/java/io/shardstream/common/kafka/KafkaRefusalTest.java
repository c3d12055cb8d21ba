package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaRefusalTest {
    private static String sentence(Throwable failure) {
        return KafkaRefusal.sentence(failure).orElseThrow();
    }

    private static String tls(String message) {
        return sentence(new SslAuthenticationException("SSL handshake failed", new SSLHandshakeException(message)));
    }

    @Test
    void whatIsRefusedIsNamedWithWhatToDo() {
        assertThat(sentence(new TopicAuthorizationException(Set.of("shardstream.a.docs"))))
                .startsWith(
                        "Kafka does not allow this process's user what it has to do with topic shardstream.a.docs (")
                .endsWith("give it the ACLs in deploy/security/kafka-acls.md.");
        assertThat(sentence(GroupAuthorizationException.forGroupId("readers"))).contains(" with group readers (");
        assertThat(sentence(new TransactionalIdAuthorizationException("Transactional Id authorization failed.")))
                .contains("has to do (Transactional Id authorization failed): give");
    }

    @Test
    void aRefusalIsFoundBelowWhatItWasWrappedInto() {
        Throwable wrapped = new CompletionException(
                new KafkaException("cannot", new SaslAuthenticationException("Authentication failed")));

        assertThat(sentence(wrapped)).startsWith("Kafka does not let this process in (Authentication failed): check ");
    }

    /// C-35.
    @Test
    void aClockThatIsOffIsNamed() {
        assertThat(sentence(new KafkaException(
                        "cannot", new InvalidTimestampException("One or more records have been rejected"))))
                .contains("this machine's clock", "Set the clock right.");
    }

    @Test
    void whatIsTheMatterWithTlsIsSaid() {
        Exception expired = new SSLHandshakeException("PKIX path validation failed");
        expired.initCause(new CertificateExpiredException("NotAfter: Mon Nov 23 00:00:00 UTC 2026"));

        assertThat(sentence(new SslAuthenticationException("SSL handshake failed", expired)))
                .contains("has ended (NotAfter: Mon Nov 23 00:00:00 UTC 2026), and has to be renewed there.");
        assertThat(tls("PKIX path building failed: unable to find valid certification path to requested target"))
                .contains("is signed by nobody whom ssl.truststore.* under kafka.properties trusts.");
        assertThat(tls("(certificate_expired) Received fatal alert: certificate_expired"))
                .contains("does not accept the certificate of ssl.keystore.*");
        assertThat(tls("No subject alternative names matching IP address 127.0.0.1 found"))
                .contains("is for another address (No subject");
        assertThat(tls("No available authentication scheme")).contains("cannot speak TLS: No available");
    }

    @Test
    void everythingElseIsNone() {
        assertThat(KafkaRefusal.is(new TimeoutException("away"))).isFalse();
        assertThat(KafkaRefusal.is(null)).isFalse();
    }
}
