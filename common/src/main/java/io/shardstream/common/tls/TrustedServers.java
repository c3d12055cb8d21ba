package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.X509ExtendedTrustManager;

/// Who decides whether a server's certificates are to be believed.
@FunctionalInterface
interface TrustedServers {
    /// @param chain what the server sent, its own certificate first
    /// @throws CertificateException if nobody can believe them
    X509ExtendedTrustManager judgeOf(X509Certificate[] chain) throws CertificateException;

    /// @throws FileException if a file with certificates cannot be used
    static TrustedServers of(Trust trust, InstantSource clock) throws FileException {
        return switch (trust) {
            case Trust.JavaRuntime _ -> {
                X509ExtendedTrustManager runtime = TrustedCertificates.ofTheRuntime();
                yield chain -> runtime;
            }
            case Trust.Authorities(var file) -> {
                var authorities = TrustedCertificates.renewed(file, clock);
                yield chain -> authorities.now();
            }
            case Trust.Fingerprint(String sha256) -> chain -> ofTheOne(chain, sha256);
        };
    }

    /// That a server sends a certificate says nothing yet: it must have signed, through others or itself, what the
    /// server proves to be its own.
    private static X509ExtendedTrustManager ofTheOne(X509Certificate[] chain, String sha256)
            throws CertificateException {
        for (X509Certificate certificate : chain) {
            if (fingerprint(certificate).equals(sha256)) {
                try {
                    return TrustedCertificates.of(List.of(certificate));
                } catch (FileException e) {
                    throw new CertificateException(e);
                }
            }
        }
        throw new CertificateException("none of the certificates that it sends has the fingerprint " + sha256);
    }

    private static String fingerprint(X509Certificate certificate) throws CertificateException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java runtime knows no SHA-256", e);
        }
    }
}
