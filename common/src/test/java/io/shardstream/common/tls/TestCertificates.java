package io.shardstream.common.tls;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The certificates and keys beside this class, made as README.md there says.
public final class TestCertificates {
    private TestCertificates() {}

    /// The file of this name.
    public static Path file(String name) {
        try {
            return Path.of(Objects.requireNonNull(TestCertificates.class.getResource(name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /// A client that trusts the tests' authority and shows no certificate.
    public static SSLContext client() throws PemException {
        return TrustedCertificates.in(file("ca.crt"));
    }

    /// The same with a certificate.
    ///
    /// @param name such as `ops`
    public static SSLContext client(String name) throws GeneralSecurityException, IOException {
        PemFile certificate = pem(name + ".crt");
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setKeyEntry(
                name,
                pem(name + ".key").key(),
                new char[0],
                certificate.certificates().toArray(X509Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {TrustedCertificates.in(pem("ca.crt"))}, null);
        return context;
    }

    static PemFile pem(String name) throws PemException {
        return new PemFile(file(name), PemFile.textOf(file(name)));
    }
}
