package io.shardstream.common.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts whom the authorities in a PEM file have signed, and nobody else.
public final class TrustedCertificates {
    private TrustedCertificates() {}

    /// For a client that asks servers with such certificates.
    ///
    /// @throws PemException if the file cannot be read, or holds no certificates
    public static SSLContext in(Path authorities) throws PemException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    null,
                    new X509ExtendedTrustManager[] {in(new PemFile(authorities, PemFile.textOf(authorities)))},
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new PemException("The certificates in " + authorities + " cannot be used.", e);
        }
    }

    static X509ExtendedTrustManager in(PemFile authorities) throws PemException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (X509Certificate certificate : authorities.certificates()) {
                store.setCertificateEntry("ca-" + number++, certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            if (factory.getTrustManagers()[0] instanceof X509ExtendedTrustManager trust) {
                return trust;
            }
            throw new IllegalStateException("the Java runtime checks no certificates");
        } catch (PemException e) {
            throw e;
        } catch (GeneralSecurityException | IOException e) {
            throw new PemException("The certificates of authorities cannot be used (" + e.getMessage() + ").", e);
        }
    }
}
