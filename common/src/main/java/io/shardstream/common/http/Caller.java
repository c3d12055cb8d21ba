package io.shardstream.common.http;

import java.security.cert.X509Certificate;
import java.util.Optional;

/// Who asks.
///
/// @param byToken what the token says
/// @param byCertificate what the certificate says
/// @param subject of the certificate, as an authority that is trusted has signed it; empty without one
record Caller(Role byToken, Role byCertificate, Optional<String> subject) {
    static Caller of(Listening where, Optional<String> authorization, Optional<X509Certificate> certificate) {
        Role byCertificate = certificate
                .map(shown -> CommonName.of(shown.getSubjectX500Principal())
                                .filter(where.operators()::contains)
                                .isPresent()
                        ? Role.OPERATOR
                        : Role.READER)
                .orElse(Role.NOBODY);
        return new Caller(
                where.tokens().roleOf(authorization),
                byCertificate,
                certificate.map(shown -> shown.getSubjectX500Principal().getName()));
    }

    Role role() {
        return byToken.compareTo(byCertificate) >= 0 ? byToken : byCertificate;
    }

    /// By what somebody is known, for the log.
    @Override
    public String toString() {
        String certificate = subject.map(name -> "certificate " + name).orElse("");
        if (byToken == Role.NOBODY) {
            return certificate.isEmpty() ? "nobody known" : role() + ", " + certificate;
        }
        return role() + ", token" + (certificate.isEmpty() ? "" : " and " + certificate);
    }
}
