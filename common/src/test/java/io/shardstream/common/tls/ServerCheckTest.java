package io.shardstream.common.tls;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerCheckTest {
    private static final String WHEN = "NotAfter: Tue Nov 24 00:00:00 UTC 2026";

    /// What the Java runtime finds wrong lies below what it throws.
    static Stream<CertificateException> failures() {
        return Stream.of(new CertificateExpiredException(WHEN), new CertificateNotYetValidException(WHEN));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aCertificateOutOfItsTimeIsNamedWithThatTime(CertificateException failure) throws Exception {
        String sentence = failure instanceof CertificateExpiredException ? "has ended" : "is not valid yet";
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> check(new CertificateException("PKIX path validation failed", failure)))
                .withMessage("its certificate, of CN=localhost, or that of its authority, " + sentence + ": " + WHEN);
    }

    @Test
    void whateverElseIsWrongIsSaidInTheRuntimesWords() {
        assertThatExceptionOfType(CertificateException.class)
                .isThrownBy(() -> check(new CertificateException("of no use")))
                .withMessage("its certificate, of CN=localhost, cannot be believed: of no use");
    }

    private static void check(CertificateException failure) throws Exception {
        TrustedServers trusted = _ -> {
            throw failure;
        };
        X509Certificate[] chain =
                TestCertificates.pem("server.crt").certificates().toArray(X509Certificate[]::new);
        new ServerCheck(ClientTlsSettings.USUAL, trusted).checkServerTrusted(chain, "RSA");
    }
}
