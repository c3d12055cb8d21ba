package io.shardstream.control.preflight.checkup;

import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;

/// Looks at the certificates of brokers, each by a handshake of its own: Kafka's clients show none.
final class BrokerCertificates {
    private final KafkaTrust trust;
    private final InstantSource clock;
    private final FindingList findings;

    /// @param properties of Kafka's clients
    BrokerCertificates(Map<String, ?> properties, InstantSource clock, FindingList findings) {
        this.trust = new KafkaTrust(properties);
        this.clock = clock;
        this.findings = findings;
    }

    /// Whether brokers have any.
    boolean areAsked() {
        return trust.isAsked();
    }

    /// @param brokers as `host:port`
    void look(Collection<String> brokers) {
        for (String broker : brokers) {
            int colon = broker.lastIndexOf(':');
            String host = broker.substring(0, colon).replaceAll("[\\[\\]]", "");
            look(broker, host, Integer.parseInt(broker.substring(colon + 1)));
        }
    }

    private void look(String broker, String host, int port) {
        try {
            Instant end = CertificateLook.endAt(host, port);
            findings.add(CertificateRule.of("broker " + broker, end, clock.instant()));
            // One that has ended is not trusted either, which needs no second word.
            if (end.isAfter(clock.instant())) {
                trusted(broker, host, port);
            }
        } catch (IOException e) {
            findings.add(Finding.warns(
                    FindingCode.CERTIFICATE_NOT_SEEN,
                    "The certificate of broker " + broker + " cannot be seen: " + e.getMessage() + ".",
                    "Check whether the broker works, and speaks TLS on this port (security.protocol)."));
        }
    }

    private void trusted(String broker, String host, int port) {
        try {
            trust.problemOf(host, port)
                    .ifPresent(problem -> findings.add(Finding.blocks(
                            FindingCode.CERTIFICATE_NOT_TRUSTED,
                            "The certificate of broker " + broker + " is not trusted: " + problem + ".",
                            "Set ssl.truststore.location or ssl.truststore.certificates under kafka.properties to"
                                    + " who has signed it, and name brokers as their certificates do.")));
        } catch (IOException e) {
            findings.add(Finding.blocks(
                    FindingCode.TRUST_STORE_UNREADABLE,
                    "Which brokers are to be trusted cannot be read: " + e.getMessage() + ".",
                    "Check ssl.truststore.location, its password and type under kafka.properties."));
        }
    }
}
