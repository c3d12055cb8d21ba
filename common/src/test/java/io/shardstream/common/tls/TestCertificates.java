package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import java.io.IOException;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

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
    public static SSLContext client() throws FileException {
        ClientTlsSettings settings = new ClientTlsSettings(
                new Trust.Authorities(file("ca.crt")), CertificateVerification.FULL, Optional.empty());
        return ClientTls.of(settings, InstantSource.system()).context();
    }

    /// The same with a certificate, which it shows whatever the server wants to see.
    ///
    /// @param name such as `ops`
    public static SSLContext client(String name) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new KeyManager[] {
                    new Stubborn(pem(name + ".key").key(), pem(name + ".crt").certificates())
                },
                new TrustManager[] {TrustedCertificates.of(pem("ca.crt").certificates())},
                null);
        return context;
    }

    static PemFile pem(String name) throws FileException {
        return PemFile.at(file(name));
    }

    /// The Java runtime's own shows nothing where its authority is not among those that the server knows.
    private static final class Stubborn extends X509ExtendedKeyManager {
        private static final String NAME = "own";
        private final PrivateKey key;
        private final List<X509Certificate> chain;

        Stubborn(PrivateKey key, List<X509Certificate> chain) {
            this.key = key;
            this.chain = chain;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return NAME;
        }

        @Override
        public PrivateKey getPrivateKey(String name) {
            return key;
        }

        @Override
        public X509Certificate[] getCertificateChain(String name) {
            return chain.toArray(X509Certificate[]::new);
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return NAME;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {NAME};
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
