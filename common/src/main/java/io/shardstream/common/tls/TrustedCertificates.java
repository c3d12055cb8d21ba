package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Trusts whom some authorities have signed, and nobody else.
final class TrustedCertificates {
    private TrustedCertificates() {}

    /// The authorities in a PEM file, as it is at the time.
    ///
    /// @throws FileException if it cannot be used now
    static Renewed<X509ExtendedTrustManager> renewed(Path authorities, InstantSource clock) throws FileException {
        return Renewed.of(
                List.of(authorities), texts -> of(new PemFile(authorities, texts.getFirst()).certificates()), clock);
    }

    static X509ExtendedTrustManager of(List<X509Certificate> authorities) throws FileException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate certificate : authorities) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            return in(store);
        } catch (GeneralSecurityException | IOException e) {
            throw new FileException("The certificates of authorities cannot be used (" + e.getMessage() + ").", e);
        }
    }

    /// Those that the Java runtime brings, or that `javax.net.ssl.trustStore` names.
    static X509ExtendedTrustManager ofTheRuntime() {
        try {
            return in(null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java runtime's certificates cannot be used", e);
        }
    }

    private static X509ExtendedTrustManager in(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        if (factory.getTrustManagers()[0] instanceof X509ExtendedTrustManager trust) {
            return trust;
        }
        throw new KeyStoreException("the Java runtime checks no certificates");
    }
}
